const int WIDTH = 1;
