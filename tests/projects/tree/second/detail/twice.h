const int WIDTH = 2;
