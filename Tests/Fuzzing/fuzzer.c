/* What libFuzzer calls with each input. Its own main makes the program: run.sh builds it. */
#include <stddef.h>
#include <stdint.h>

int shed_fuzz(const uint8_t *bytes, intptr_t count);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) { return shed_fuzz(bytes, (intptr_t)count); }
