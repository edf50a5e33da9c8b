#define _GNU_SOURCE
#include "Sockets.h"

#include <errno.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>

// Calls again after EINTR and turns -1 into -errno.
#define RETRY(call)                                                                                                    \
    long result;                                                                                                       \
    do {                                                                                                               \
        result = (call);                                                                                               \
    } while (result < 0 && errno == EINTR);                                                                            \
    return result < 0 ? -errno : result

static int fill(struct sockaddr_un *address, const char *path) {
    size_t length = strlen(path);
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    if (length >= sizeof address->sun_path) return -ENAMETOOLONG;
    memcpy(address->sun_path, path, length);
    return 0;
}

int shed_socket(int is_nonblocking) {
    RETRY(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | (is_nonblocking ? SOCK_NONBLOCK : 0), 0));
}

int shed_bind(int socket, const char *path) {
    struct sockaddr_un address;
    if (fill(&address, path) < 0) return -ENAMETOOLONG;
    RETRY(bind(socket, (struct sockaddr *)&address, sizeof address));
}

// A Unix socket that was interrupted while it waited for the queue is not connected, so it may be tried again.
int shed_connect(int socket, const char *path) {
    struct sockaddr_un address;
    if (fill(&address, path) < 0) return -ENAMETOOLONG;
    RETRY(connect(socket, (struct sockaddr *)&address, sizeof address));
}

int shed_listen(int socket, int backlog) { RETRY(listen(socket, backlog)); }

int shed_accept(int socket) { RETRY(accept4(socket, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK)); }

int shed_limit_waiting(int socket, int64_t milliseconds) {
    struct timeval time = {.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000};
    RETRY(setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time));
}

long shed_send(int socket, const void *bytes, size_t size) {
    RETRY(send(socket, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT));
}

long shed_receive(int socket, void *buffer, size_t size) { RETRY(recv(socket, buffer, size, MSG_DONTWAIT)); }

int64_t shed_peer_user(int socket) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0) return -errno;
    return (int64_t)peer.uid;
}

int shed_set_mode(int descriptor, unsigned mode) { RETRY(fchmod(descriptor, (mode_t)mode)); }

int shed_set_mode_at(int directory, const char *name, unsigned mode) {
    RETRY(fchmodat(directory, name, (mode_t)mode, 0));
}

int shed_event(void) { RETRY(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)); }
