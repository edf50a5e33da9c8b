#pragma once

// A program that is started in a cell: what it may reach of the file system (landlock(7)), which system calls it may make
// (seccomp(2)) and what it may take (setrlimit(2)) is set between clone(2) and execve(2), where posix_spawn(3) runs nothing
// of ours. What is allowed comes from the caller, but for the one list of refused calls, which is `shed_cell_filter`.
// By the rules of CLinux.h; needs no /proc and no other program.

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct sock_filter;

// Which ABI of Landlock the kernel has and lets us use, from 1; -errno where it has none.
int shed_landlock_version(void);

// What a path is opened for; what the ABI does not know is left out.
enum {
    SHED_CELL_READ = 1,    // files and directories, beneath it or itself
    SHED_CELL_EXECUTE = 2, // programs and libraries
    SHED_CELL_WRITE = 4,   // files that are there
    SHED_CELL_ALL = 8,     // reading and writing, and making, removing and renaming files and directories; no links, devices or sockets
};

// landlock_create_ruleset(2): a close-on-exec descriptor of a set that handles everything that the ABI knows: the file system,
// from 4 on TCP, from 6 on abstract sockets and signals to others. What no rule allows is refused.
int shed_landlock_set(int version);
// landlock_add_rule(2): allows something beneath a directory, or for one file. Rights that its sort cannot have are left out.
// -EBADFD for what lies on no file system (a socket), where no rule is needed.
int shed_landlock_allow(int set, int version, int descriptor, int rights);

// How many steps a filter has at most.
enum { SHED_CELL_FILTER_ROOM = 400 };

// Writes the program that seccomp(2) runs for each system call: which are refused, with EPERM. Signals reach no process but
// `process`; without `may_fork` there are no new processes, but threads; with `has_idle_sockets` there are sockets that lead nowhere.
// Takes no lock and no memory.
// How many steps it has; 0 for processors whose calls are not known here (all but x86_64 and aarch64).
size_t shed_cell_filter(struct sock_filter *space, pid_t process, int may_fork, int has_idle_sockets);

// 0 where the kernel lets a process refuse itself system calls; else -errno.
int shed_filter_is_possible(void);

// What to start, and how. Nothing of it is copied before the program runs.
typedef struct {
    const char *program;            // an absolute path
    char *const *arguments;         // beginning with its name, ending with NULL
    char *const *environment;       // ending with NULL
    const int *descriptors;         // which it gets as 0, 1, 2, …
    size_t descriptor_count;        // all others are closed. No descriptor named here has a number below this
    int directory;                  // that it works in; -1: ours
    int landlock;                   // a set; -1: none
    int refuses_calls;              // whether those of shed_cell_filter are
    int may_fork;                   // whether it may start processes, where calls are refused at all
    int has_idle_sockets;           // whether it may make sockets of its machine, which lead nowhere; else none
    uint64_t memory;                // RLIMIT_AS, in bytes
    uint64_t processor_seconds;     // RLIMIT_CPU: SIGXCPU; SIGKILL five seconds later
    uint64_t file_size;             // RLIMIT_FSIZE, in bytes
    uint64_t open_files;            // RLIMIT_NOFILE
} shed_cell;

// Starts it: in a process group of its own, with an empty signal mask and default actions, without core dumps, without
// privileges to gain, and killed when the thread that started it ends. All of the cell is set, or it does not run.
// The process's ID; or -errno of what failed, and then no process is left.
pid_t shed_cell_start(const shed_cell *cell);

// Tries a set, and whether calls can be refused, on a process that ends at once: 0 where both can be had, else -errno.
int shed_cell_try(int landlock, int refuses_calls);

// How a process of shed_cell_start ended. `code` is the exit code, or 128 and the number of the signal that ended it.
typedef struct {
    int code;
    int64_t processor_microseconds; // of it and of all that it waited for
} shed_cell_ending;

// waitid(2) and wait4(2): 1 where it ended, and with it its process group, which is killed before its number can be
// anybody else's; 0 where it still runs and `waits` is 0. -ECHILD where somebody else reaped it.
int shed_cell_wait(pid_t process, int waits, shed_cell_ending *ending);
