#pragma once
const int OFFSET = 1;
