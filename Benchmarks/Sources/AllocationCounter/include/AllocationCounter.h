#pragma once
#include <stdint.h>

/// How many blocks of memory this process has asked for, on systems where that can be counted; else 0.
uint64_t allocation_count(void);
