#define _GNU_SOURCE
#include "Spawning.h"

#include <spawn.h>

int shed_spawn_directory(void *actions, int directory) {
    return -posix_spawn_file_actions_addfchdir_np((posix_spawn_file_actions_t *)actions, directory);
}

int shed_spawn_close_from(void *actions, int first) {
    return -posix_spawn_file_actions_addclosefrom_np((posix_spawn_file_actions_t *)actions, first);
}
