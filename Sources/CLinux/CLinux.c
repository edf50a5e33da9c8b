// CLinux is header only; this file makes it a target.
#include "CLinux.h"
