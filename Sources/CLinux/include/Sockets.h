#pragma once

// Unix stream sockets, by the rules of CLinux.h. Every descriptor is close-on-exec; sending never raises SIGPIPE.

#include <stddef.h>
#include <stdint.h>

// socket(2): a stream that waits, or one that does not.
int shed_socket(int is_nonblocking);
// bind(2) and connect(2); -ENAMETOOLONG for a path of more than 107 bytes. connect waits for a place in the queue.
int shed_bind(int socket, const char *path);
int shed_connect(int socket, const char *path);
int shed_listen(int socket, int backlog);
// accept4(2); the new descriptor does not wait.
int shed_accept(int socket);
// SO_SNDTIMEO: how long connect waits; -EAGAIN from it then.
int shed_limit_waiting(int socket, int64_t milliseconds);
// send(2) and recv(2) that never wait: -EAGAIN instead.
long shed_send(int socket, const void *bytes, size_t size);
long shed_receive(int socket, void *buffer, size_t size);
// SO_PEERCRED: the effective user ID of the process at the other end when it connected or listened.
int64_t shed_peer_user(int socket);
// fchmod(2). For a socket before bind(2) it sets the mode that its file is born with.
int shed_set_mode(int descriptor, unsigned mode);
// fchmodat(2); follows a link.
int shed_set_mode_at(int directory, const char *name, unsigned mode);
// eventfd(2) that does not wait.
int shed_event(void);
