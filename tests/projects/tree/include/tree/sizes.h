#pragma once
#define BLOCK 256
#include "tree/index.h"
