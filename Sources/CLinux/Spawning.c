#define _GNU_SOURCE
#include "Spawning.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <unistd.h>

int shed_spawn_directory(void *actions, int directory) {
    return -posix_spawn_file_actions_addfchdir_np((posix_spawn_file_actions_t *)actions, directory);
}

int shed_spawn_close_from(void *actions, int first) {
    return -posix_spawn_file_actions_addclosefrom_np((posix_spawn_file_actions_t *)actions, first);
}

int shed_spawn_alike(const char *program, char *const *arguments, int descriptor, const void *mask) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    pid_t child = 0;
    int fault = posix_spawn_file_actions_init(&actions);
    if (fault != 0) return -fault;
    fault = posix_spawnattr_init(&attributes);
    if (fault != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return -fault;
    }
    // Onto itself: that takes close-on-exec away, in the child alone.
    if (descriptor >= 0) fault = posix_spawn_file_actions_adddup2(&actions, descriptor, descriptor);
    if (fault == 0) fault = posix_spawnattr_setsigmask(&attributes, (const sigset_t *)mask);
    if (fault == 0) fault = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    if (fault == 0) fault = posix_spawn(&child, program, &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return fault == 0 ? child : -fault;
}

int shed_end_with_parent(int number) {
    return prctl(PR_SET_PDEATHSIG, number) == 0 ? 0 : -errno;
}
