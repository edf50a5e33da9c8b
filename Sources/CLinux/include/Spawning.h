#pragma once

// Steps of posix_spawn(3), and calls about parents, that Swift's Glibc module does not show. `actions` is a posix_spawn_file_actions_t. 0, or -errno.

// The child works in the directory of a descriptor.
int shed_spawn_directory(void *actions, int directory);
// The child has no descriptor from this number on.
int shed_spawn_close_from(void *actions, int first);

// posix_spawn(3) of a program with our environment, directory and descriptors, and in our process group.
// `arguments` ends with NULL. The child has `descriptor` too, although it is close-on-exec (-1: none), and the signal
// mask `mask`, a sigset_t. The child's process ID, or -errno.
int shed_spawn_alike(const char *program, char *const *arguments, int descriptor, const void *mask);
// prctl(2), PR_SET_PDEATHSIG: the signal comes when the thread ends that started this process. 0, or -errno.
int shed_end_with_parent(int signal);
