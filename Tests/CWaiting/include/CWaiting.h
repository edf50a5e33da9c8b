// What tests wait for children with, and what keeps their runner from doing so in a circle.

#ifndef CWAITING_H
#define CWAITING_H

#include <sys/types.h>

/// Waits until a child has ended, and reaps it.
/// - Returns: its status, as of waitpid(2); 0 where somebody else reaped it.
int shed_await_child(pid_t child);

#endif
