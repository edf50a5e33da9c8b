#pragma once

// Steps of posix_spawn(3) that Swift's Glibc module does not show. `actions` is a posix_spawn_file_actions_t. 0, or -errno.

// The child works in the directory of a descriptor.
int shed_spawn_directory(void *actions, int directory);
// The child has no descriptor from this number on.
int shed_spawn_close_from(void *actions, int first);
