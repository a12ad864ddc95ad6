#pragma once
#include "beside.h"
