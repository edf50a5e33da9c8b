#define _GNU_SOURCE
#include "Cell.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// The numbers of system calls that came after those tables of x86_64 and aarch64 were made one.
#ifndef __NR_landlock_create_ruleset
#define __NR_landlock_create_ruleset 444
#define __NR_landlock_add_rule 445
#define __NR_landlock_restrict_self 446
#endif
#ifndef __NR_close_range
#define __NR_close_range 436
#endif

// MARK: Landlock. Its constants stand here since <linux/landlock.h> may be older than the kernel that runs.

struct ruleset_attributes {
    uint64_t files;
    uint64_t network;
    uint64_t scopes;
};

struct path_rule {
    uint64_t rights;
    int32_t parent;
} __attribute__((packed));

enum {
    EXECUTE = 1 << 0,
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_DIRECTORY = 1 << 3,
    REMOVE_DIRECTORY = 1 << 4,
    REMOVE_FILE = 1 << 5,
    MAKE_DIRECTORY = 1 << 7,
    MAKE_FILE = 1 << 8,
    REFER = 1 << 13,         // ABI 2
    TRUNCATE = 1 << 14,      // ABI 3
    IOCTL_DEVICE = 1 << 15,  // ABI 5
    CHANGE_ALL = WRITE_FILE | READ_FILE | READ_DIRECTORY | REMOVE_DIRECTORY | REMOVE_FILE | MAKE_DIRECTORY | MAKE_FILE | REFER | TRUNCATE,
    FILE_RIGHTS = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEVICE,
};

static uint64_t file_system_rights(int version) {
    uint64_t rights = REFER - 1;
    if (version >= 2) rights |= REFER;
    if (version >= 3) rights |= TRUNCATE;
    if (version >= 5) rights |= IOCTL_DEVICE;
    return rights;
}

int shed_landlock_version(void) {
    long version = syscall(__NR_landlock_create_ruleset, NULL, 0, 1 /* LANDLOCK_CREATE_RULESET_VERSION */);
    return version < 0 ? -errno : (int)version;
}

int shed_landlock_set(int version) {
    struct ruleset_attributes attributes = {.files = file_system_rights(version)};
    size_t size = sizeof attributes.files;
    if (version >= 4) {
        attributes.network = 3; // TCP: bind, connect
        size += sizeof attributes.network;
    }
    if (version >= 6) {
        attributes.scopes = 3; // abstract unix sockets, signals
        size += sizeof attributes.scopes;
    }
    long set = syscall(__NR_landlock_create_ruleset, &attributes, size, 0);
    return set < 0 ? -errno : (int)set;
}

int shed_landlock_allow(int set, int version, int descriptor, int rights) {
    struct stat status;
    if (fstat(descriptor, &status) < 0) return -errno;
    uint64_t wanted = 0;
    if (rights & SHED_CELL_READ) wanted |= READ_FILE | READ_DIRECTORY;
    if (rights & SHED_CELL_EXECUTE) wanted |= EXECUTE;
    if (rights & SHED_CELL_WRITE) wanted |= WRITE_FILE | TRUNCATE;
    if (rights & SHED_CELL_ALL) wanted |= CHANGE_ALL;
    wanted &= file_system_rights(version);
    if (!S_ISDIR(status.st_mode)) wanted &= FILE_RIGHTS;
    struct path_rule rule = {.rights = wanted, .parent = descriptor};
    return syscall(__NR_landlock_add_rule, set, 1 /* LANDLOCK_RULE_PATH_BENEATH */, &rule, 0) < 0 ? -errno : 0;
}

// MARK: Between clone(2) and execve(2)

// A sanitizer takes the stack of the child for that of the thread whose memory it shares, and says so on standard error.
#ifdef __clang__
#pragma clang attribute push(__attribute__((no_sanitize("address", "thread"))), apply_to = function)
#endif

// The thread sanitizer takes every clone(2) for a fork(2) in which it must stop all threads, and ends the process where it is none. The
// C library has the same call by a second name, which it does not see. At _exit(2) it closes its books, which are ours as well: the
// thread that waits here would be watched no more, and both processes end with a status of the sanitizer's.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
extern int __clone(int (*)(void *), void *, int, void *, ...);
#define clone __clone
static _Noreturn void leave(int status) {
    for (;;) syscall(__NR_exit_group, status);
}
#define _exit leave
#endif
#endif

// What the child and we share, as its memory is ours until it runs the program.
struct birth {
    const shed_cell *cell;  // NULL: only the set and the filter are tried
    int landlock;
    int refuses_calls;
    pid_t parent;
    int fault;              // errno of what failed
};

static int set_limit(int which, uint64_t soft, uint64_t hard) {
    // A hard limit that is lower already stays.
    struct rlimit limit;
    if (getrlimit(which, &limit) < 0) return -1;
    if (hard < limit.rlim_max) limit.rlim_max = hard;
    limit.rlim_cur = soft < limit.rlim_max ? soft : limit.rlim_max;
    return setrlimit(which, &limit);
}

static int close_from(unsigned first) {
    if (syscall(__NR_close_range, first, ~0U, 0) == 0) return 0;
    // Before Linux 5.9, and where a container refuses it.
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return -1;
    unsigned end = limit.rlim_cur > 1 << 20 ? 1 << 20 : (unsigned)limit.rlim_cur;
    for (unsigned descriptor = first; descriptor < end; descriptor += 1) close((int)descriptor);
    return 0;
}

static int reset_signals(void) {
    struct sigaction usual = {.sa_handler = SIG_DFL};
    for (int signal = 1; signal < NSIG; signal += 1) {
        if (signal == SIGKILL || signal == SIGSTOP) continue;
        // The C library keeps two for itself and refuses them; nobody ignores those.
        sigaction(signal, &usual, NULL);
    }
    return 0;
}

static int prepare(const shed_cell *cell, pid_t parent) {
    if (setpgid(0, 0) < 0 || reset_signals() < 0) return -1;
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) < 0) return -1;
    // It may have ended before it was to be told.
    if (getppid() != parent) {
        errno = ESRCH;
        return -1;
    }
    for (size_t number = 0; number < cell->descriptor_count; number += 1) {
        if (dup2(cell->descriptors[number], (int)number) < 0) return -1;
    }
    if (cell->directory >= 0 && fchdir(cell->directory) < 0) return -1;
    if (set_limit(RLIMIT_CORE, 0, 0) < 0 || set_limit(RLIMIT_AS, cell->memory, cell->memory) < 0) return -1;
    if (set_limit(RLIMIT_CPU, cell->processor_seconds, cell->processor_seconds + 5) < 0) return -1;
    if (set_limit(RLIMIT_FSIZE, cell->file_size, cell->file_size) < 0) return -1;
    return 0;
}

static int enter(const struct birth *birth) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
    if (birth->landlock >= 0 && syscall(__NR_landlock_restrict_self, birth->landlock, 0) < 0) return -1;
    if (birth->cell != NULL) {
        if (close_from((unsigned)birth->cell->descriptor_count) < 0) return -1;
        if (set_limit(RLIMIT_NOFILE, birth->cell->open_files, birth->cell->open_files) < 0) return -1;
        sigset_t none;
        sigemptyset(&none);
        if (sigprocmask(SIG_SETMASK, &none, NULL) < 0) return -1;
    }
    if (birth->refuses_calls) {
        struct sock_filter filter[SHED_CELL_FILTER_ROOM];
        int may_fork = birth->cell != NULL && birth->cell->may_fork, has_sockets = birth->cell != NULL && birth->cell->has_idle_sockets;
        size_t count = shed_cell_filter(filter, getpid(), may_fork, has_sockets);
        if (count == 0) {
            errno = ENOSYS;
            return -1;
        }
        struct sock_fprog program = {.len = (unsigned short)count, .filter = filter};
        if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) < 0) return -1;
    }
    return 0;
}

// Runs on a stack of its own, in our memory, while the thread that made it waits. Nothing here takes a lock or memory.
static int be_born(void *argument) {
    struct birth *birth = argument;
    const shed_cell *cell = birth->cell;
    if ((cell == NULL || prepare(cell, birth->parent) == 0) && enter(birth) == 0) {
        if (cell == NULL) _exit(0);
        execve(cell->program, cell->arguments, cell->environment);
    }
    birth->fault = errno != 0 ? errno : EINVAL;
    _exit(127);
}

#ifdef __clang__
#pragma clang attribute pop
#endif

// As posix_spawn(3) of glibc does it (sysdeps/unix/sysv/linux/spawni.c).
static pid_t bear(struct birth *birth) {
    const size_t size = 64 << 10;
    void *stack = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED) return -errno;
    birth->parent = getpid();
    // No handler of ours may run in the child, which has our memory.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    pid_t child = clone(be_born, (char *)stack + size, CLONE_VM | CLONE_VFORK | SIGCHLD, birth);
    int fault = child < 0 ? errno : birth->fault;
    if (child > 0 && (fault != 0 || birth->cell == NULL)) {
        int status = 0;
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
        // Refused by a filter that kills.
        if (fault == 0 && status != 0) fault = EPERM;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    munmap(stack, size);
    return fault != 0 ? -fault : child;
}

pid_t shed_cell_start(const shed_cell *cell) {
    // Else one would be overwritten before it was used.
    int first = (int)cell->descriptor_count;
    if ((cell->landlock >= 0 && cell->landlock < first) || (cell->directory >= 0 && cell->directory < first)) return -EINVAL;
    for (size_t number = 0; number < cell->descriptor_count; number += 1) {
        if (cell->descriptors[number] < first) return -EINVAL;
    }
    struct birth birth = {.cell = cell, .landlock = cell->landlock, .refuses_calls = cell->refuses_calls};
    return bear(&birth);
}

int shed_cell_try(int landlock, int refuses_calls) {
    struct birth birth = {.landlock = landlock, .refuses_calls = refuses_calls};
    pid_t result = bear(&birth);
    return result < 0 ? result : 0;
}

int shed_filter_is_possible(void) { return shed_cell_try(-1, 1); }

int shed_cell_wait(pid_t process, int waits, shed_cell_ending *ending) {
    siginfo_t info = {0};
    while (waitid(P_PID, (id_t)process, &info, WEXITED | WNOWAIT | (waits ? 0 : WNOHANG)) < 0) {
        if (errno != EINTR) return -errno;
    }
    if (info.si_pid == 0) return 0;
    // What it started ends with it. It is not reaped yet, so its number, which is its group's, is nobody else's.
    kill(-process, SIGKILL);
    int status;
    struct rusage usage;
    while (wait4(process, &status, 0, &usage) < 0) {
        if (errno != EINTR) return -errno;
    }
    ending->code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    ending->processor_microseconds = ((int64_t)usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000 + usage.ru_utime.tv_usec
                                     + usage.ru_stime.tv_usec;
    return 1;
}
