#ifndef SHED_INOTIFYTOOLS_SHIM_H
#define SHED_INOTIFYTOOLS_SHIM_H

#include <inttypes.h>
#include <stddef.h>
#include <inotifytools/inotify.h>
#include <inotifytools/inotifytools.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Opens a directory below `parent` for reading: no link is followed on the way, no mount point crossed, and the
 * path cannot leave `parent`. Glibc has no wrapper of openat2(2). Returns a descriptor, or -1 and errno. */
static inline int shed_watch_open_beneath(int parent, const char *path) {
    struct open_how how = {0};
    how.flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV;
    return (int)syscall(SYS_openat2, parent, path, &how, sizeof(how));
}

/* Names the calling thread, for ps(1) and debuggers; at most 15 bytes. prctl(2) is variadic, which Swift cannot call. */
static inline void shed_watch_name_thread(const char *name) {
    prctl(PR_SET_NAME, name, 0, 0, 0);
}

#endif
