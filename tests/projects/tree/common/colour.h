struct Colour {
  float red, green, blue;
};
