// Lets a program believe that it is CLOCK_SHIFT seconds later: batches.sh preloads it, so that what waits for two weeks need not.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *time) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  int result = real(clock, time);
  const char *shift = getenv("CLOCK_SHIFT");
  if (shift && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += atol(shift);
  return result;
}
