#define _GNU_SOURCE
#include "CWaiting.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int shed_await_child(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) return 0;
    }
    return status;
}

// The C library's, for all that is linked here and for what is loaded besides.
//
// Swift Testing waits for the processes of exit tests by a thread that asks for any child that has ended and leaves it unreaped
// (Sources/Testing/ExitTests/WaitFor.swift). Where nobody has said yet that this is the child of an exit test, it asks again at once, and
// is told of the same one. Whoever is to say so takes turns with thousands of tests: it asked in a circle for a whole run, and took a
// fifth of its processor time. Who is told of the same child twice in a row is told so a little later.
int waitid(idtype_t type, id_t id, siginfo_t *info, int options) {
    static _Atomic pid_t last;
    long result = syscall(SYS_waitid, type, id, info, options, NULL);
    if (result == 0 && type == P_ALL && (options & WNOWAIT) != 0 && info != NULL && atomic_exchange(&last, info->si_pid) == info->si_pid) {
        struct timespec moment = {.tv_nsec = 20 * 1000 * 1000};
        nanosleep(&moment, NULL);
    }
    return (int)result;
}
