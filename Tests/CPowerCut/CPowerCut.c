// Records what a program does to the disk, so that a test can make of it what a power cut would have left.
//
// To be put before the C library with LD_PRELOAD. POWERCUT_LOG names the file that records are appended to, POWERCUT_BANK a
// directory on the same file system to which whatever is removed is moved instead, and POWERCUT_AT the number of the record
// after which the program that POWERCUT_PROGRAM names is killed. A record says which directories and files a call touched, by
// their inode numbers, and what is needed to undo it. Calls and records are in one order, by a lock.
//
// System calls are made directly, so that no function here calls another. Not seen: what stdio(3) writes, memory mappings,
// attributes and permissions. Two things a file system need not have are refused: reflinks and copy_file_range(2).
//
// POWERCUT_UNSYNCED names a directory that cannot be made durable: fsync(2) of it fails with the error number that
// POWERCUT_ERROR says. For that nothing need be recorded.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/fs.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { CREATE = 1, MAKE_DIRECTORY, LINK, REMOVE, RENAME, EXCHANGE, WRITE, TRUNCATE, SYNC, SYNC_ALL };

struct record {
    uint32_t size, kind;
    uint64_t numbers[4];
    uint32_t lengths[4];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int log_file = -1, bank = -1, is_killed;
static unsigned long count, last, banked;
static const char *unsynced;
static int sync_error;

__attribute__((constructor)) static void begin(void) {
    const char *log_path = getenv("POWERCUT_LOG"), *bank_path = getenv("POWERCUT_BANK"), *at = getenv("POWERCUT_AT"),
               *program = getenv("POWERCUT_PROGRAM");
    const char *error = getenv("POWERCUT_ERROR");
    unsynced = getenv("POWERCUT_UNSYNCED");
    sync_error = error ? atoi(error) : EIO;
    if (!log_path || !bank_path) return;
    int file = (int)syscall(SYS_openat, AT_FDCWD, log_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    int directory = (int)syscall(SYS_openat, AT_FDCWD, bank_path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    // Out of the way of whoever counts on low numbers.
    log_file = fcntl(file, F_DUPFD_CLOEXEC, 500);
    bank = fcntl(directory, F_DUPFD_CLOEXEC, 500);
    close(file);
    close(directory);
    last = at ? strtoul(at, NULL, 10) : 0;
    is_killed = program && strcmp(program_invocation_short_name, program) == 0;
}

static int is_on(void) { return log_file >= 0; }

// Appends a record, and ends the program where it was the last one. The caller holds the lock.
static void put(uint32_t kind, const uint64_t numbers[4], const char *one, const char *two, const char *three, const void *data, size_t size) {
    int error = errno;
    struct record head = {.kind = kind};
    memcpy(head.numbers, numbers, sizeof head.numbers);
    struct iovec parts[5] = {
        {&head, sizeof head}, {(void *)one, one ? strlen(one) : 0}, {(void *)two, two ? strlen(two) : 0},
        {(void *)three, three ? strlen(three) : 0}, {(void *)data, size},
    };
    head.size = sizeof head;
    for (int i = 0; i < 4; i++) head.size += head.lengths[i] = (uint32_t)parts[i + 1].iov_len;
    syscall(SYS_writev, log_file, parts, 5);
    if (is_killed && ++count == last) syscall(SYS_kill, getpid(), SIGKILL);
    errno = error;
}

#define PUT(kind, a, b, c, d, one, two, three, data, size)                                                             \
    put(kind, (uint64_t[4]){(uint64_t)(a), (uint64_t)(b), (uint64_t)(c), (uint64_t)(d)}, one, two, three, data, size)

// Where a name is: its directory, open (to be closed), and the last part of the path.
struct place {
    int directory;
    uint64_t inode;
    const char *name;
};

static struct place find(int directory, const char *path) {
    struct place place = {-1, 0, path};
    const char *slash = strrchr(path, '/');
    char parent[PATH_MAX] = ".";
    if (slash) {
        size_t length = slash == path ? 1 : (size_t)(slash - path);
        if (length >= sizeof parent) return place;
        memcpy(parent, path, length);
        parent[length] = 0;
        place.name = slash + 1;
    }
    place.directory = (int)syscall(SYS_openat, directory, parent, O_PATH | O_DIRECTORY | O_CLOEXEC);
    struct stat facts;
    if (place.directory >= 0 && fstat(place.directory, &facts) == 0) place.inode = facts.st_ino;
    return place;
}

static void leave(struct place place) {
    int error = errno;
    if (place.directory >= 0) close(place.directory);
    errno = error;
}

static uint64_t inode_at(int directory, const char *name) {
    struct stat facts;
    int error = errno;
    uint64_t inode = fstatat(directory, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 ? facts.st_ino : 0;
    errno = error;
    return inode;
}

static int is_empty(int directory, const char *name) {
    char entries[4096];
    int folder = (int)syscall(SYS_openat, directory, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW), found = 0;
    if (folder < 0) return 0;
    for (long filled; !found && (filled = syscall(SYS_getdents64, folder, entries, sizeof entries)) > 0;) {
        // struct linux_dirent64: ino 8, off 8, reclen 2, type 1, name.
        for (long at = 0; at < filled;) {
            uint16_t length;
            memcpy(&length, entries + at + 16, sizeof length);
            const char *entry = entries + at + 19;
            if (strcmp(entry, ".") != 0 && strcmp(entry, "..") != 0) found = 1;
            at += length;
        }
    }
    close(folder);
    return !found;
}

static void bank_name(char name[64]) { snprintf(name, 64, "%d-%lu", (int)getpid(), banked++); }

// MARK: Names

static int opened(int directory, const char *path, int flags, mode_t mode) {
    int makes = (flags & O_CREAT) != 0, cuts = (flags & O_TRUNC) != 0 && (flags & O_ACCMODE) != O_RDONLY;
    if (!is_on() || (!makes && !cuts)) return (int)syscall(SYS_openat, directory, path, flags, mode);
    pthread_mutex_lock(&lock);
    struct place place = find(directory, path);
    uint64_t before = inode_at(place.directory, place.name);
    // What is cut is cut by ftruncate, which is recorded.
    int result = (int)syscall(SYS_openat, directory, path, flags & ~(before ? O_TRUNC : 0), mode);
    struct stat facts;
    int is_file = result >= 0 && fstat(result, &facts) == 0 && S_ISREG(facts.st_mode);
    if (is_file && !before) PUT(CREATE, place.inode, facts.st_ino, 0, 0, place.name, NULL, NULL, NULL, 0);
    leave(place);
    pthread_mutex_unlock(&lock);
    if (is_file && before && cuts && ftruncate(result, 0) != 0) {
        close(result);
        return -1;
    }
    return result;
}

#define MODE                                                                                                           \
    mode_t mode = 0;                                                                                                   \
    if (flags & (O_CREAT | __O_TMPFILE)) {                                                                             \
        va_list list;                                                                                                  \
        va_start(list, flags);                                                                                         \
        mode = va_arg(list, mode_t);                                                                                   \
        va_end(list);                                                                                                  \
    }

int open(const char *path, int flags, ...) { MODE return opened(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE return opened(AT_FDCWD, path, flags, mode); }
int openat(int directory, const char *path, int flags, ...) { MODE return opened(directory, path, flags, mode); }
int openat64(int directory, const char *path, int flags, ...) { MODE return opened(directory, path, flags, mode); }
int creat(const char *path, mode_t mode) { return opened(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

// Notes a name that came to be if a call succeeded, and lets go of what was held around it.
static int entered(int kind, struct place place, int result) {
    if (result == 0) PUT(kind, place.inode, inode_at(place.directory, place.name), 0, 0, place.name, NULL, NULL, NULL, 0);
    leave(place);
    pthread_mutex_unlock(&lock);
    return result;
}

int mkdirat(int directory, const char *path, mode_t mode) {
    if (!is_on()) return (int)syscall(SYS_mkdirat, directory, path, mode);
    pthread_mutex_lock(&lock);
    struct place place = find(directory, path);
    int result = (int)syscall(SYS_mkdirat, directory, path, mode);
    return entered(MAKE_DIRECTORY, place, result);
}
int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

int linkat(int from, const char *old, int to, const char *new, int flags) {
    if (!is_on()) return (int)syscall(SYS_linkat, from, old, to, new, flags);
    pthread_mutex_lock(&lock);
    struct place place = find(to, new);
    int result = (int)syscall(SYS_linkat, from, old, to, new, flags);
    return entered(LINK, place, result);
}
int link(const char *old, const char *new) { return linkat(AT_FDCWD, old, AT_FDCWD, new, 0); }

int symlinkat(const char *text, int to, const char *new) {
    if (!is_on()) return (int)syscall(SYS_symlinkat, text, to, new);
    pthread_mutex_lock(&lock);
    struct place place = find(to, new);
    int result = (int)syscall(SYS_symlinkat, text, to, new);
    return entered(LINK, place, result);
}
int symlink(const char *text, const char *new) { return symlinkat(text, AT_FDCWD, new); }

int unlinkat(int directory, const char *path, int flags) {
    if (!is_on()) return (int)syscall(SYS_unlinkat, directory, path, flags);
    pthread_mutex_lock(&lock);
    struct place place = find(directory, path);
    uint64_t inode = inode_at(place.directory, place.name);
    int result = -1;
    // The wrong sort is refused by the call itself.
    struct stat facts;
    int is_directory = inode && fstatat(place.directory, place.name, &facts, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(facts.st_mode);
    char name[64] = "";
    bank_name(name);
    if (is_directory && flags & AT_REMOVEDIR) {
        if (is_empty(place.directory, place.name)) {
            result = (int)syscall(SYS_renameat2, place.directory, place.name, bank, name, 0);
        } else {
            errno = ENOTEMPTY;
        }
    } else if (inode && !is_directory && !(flags & AT_REMOVEDIR)) {
        result = (int)syscall(SYS_renameat2, place.directory, place.name, bank, name, 0);
    } else {
        result = (int)syscall(SYS_unlinkat, directory, path, flags);
    }
    if (result == 0) PUT(REMOVE, place.inode, inode, is_directory, 0, place.name, name, NULL, NULL, 0);
    leave(place);
    pthread_mutex_unlock(&lock);
    return result;
}
int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

int renameat2(int from, const char *old, int to, const char *new, unsigned flags) {
    if (!is_on()) return (int)syscall(SYS_renameat2, from, old, to, new, flags);
    pthread_mutex_lock(&lock);
    struct place source = find(from, old), target = find(to, new);
    uint64_t inode = inode_at(source.directory, source.name), other = inode_at(target.directory, target.name);
    char name[64] = "";
    int result;
    if (flags == 0 && other && inode && other != inode) {
        // What is replaced goes to the bank: in two steps, in one of which the name is never missing.
        result = (int)syscall(SYS_renameat2, from, old, to, new, RENAME_EXCHANGE);
        bank_name(name);
        if (result == 0) result = (int)syscall(SYS_renameat2, source.directory, source.name, bank, name, 0);
    } else {
        result = (int)syscall(SYS_renameat2, from, old, to, new, flags);
    }
    if (result == 0 && flags & RENAME_EXCHANGE) {
        PUT(EXCHANGE, source.inode, target.inode, inode, other, source.name, target.name, NULL, NULL, 0);
    } else if (result == 0) {
        PUT(RENAME, source.inode, target.inode, inode, name[0] ? other : 0, source.name, target.name, name, NULL, 0);
    }
    leave(source);
    leave(target);
    pthread_mutex_unlock(&lock);
    return result;
}
int renameat(int from, const char *old, int to, const char *new) { return renameat2(from, old, to, new, 0); }
int rename(const char *old, const char *new) { return renameat2(AT_FDCWD, old, AT_FDCWD, new, 0); }

// MARK: Contents

static int regular(int file, struct stat *facts) { return fstat(file, facts) == 0 && S_ISREG(facts->st_mode); }

// What stands in a file; to be freed. Read through /proc, since the descriptor may be for writing only.
static char *content(int file, off_t from, size_t size) {
    char path[40], *bytes = size ? malloc(size) : NULL;
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    int reader = size ? (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC) : -1;
    if (bytes) memset(bytes, 0, size);
    if (reader >= 0) {
        for (size_t done = 0; bytes && done < size;) {
            ssize_t part = pread(reader, bytes + done, size - done, from + (off_t)done);
            if (part <= 0) break;
            done += (size_t)part;
        }
        close(reader);
    }
    return bytes;
}

// Writes, as a call does that is given an offset below 0 for the position of the descriptor.
static ssize_t written(int file, const struct iovec *parts, int number, off_t offset) {
    struct stat facts;
    if (!is_on() || !regular(file, &facts)) {
        return offset < 0 ? syscall(SYS_writev, file, parts, number) : syscall(SYS_pwritev, file, parts, number, offset, 0);
    }
    pthread_mutex_lock(&lock);
    off_t from = offset;
    regular(file, &facts);
    if (offset < 0) from = fcntl(file, F_GETFL) & O_APPEND ? facts.st_size : lseek(file, 0, SEEK_CUR);
    size_t size = 0;
    for (int i = 0; i < number; i++) size += parts[i].iov_len;
    size_t kept = from >= facts.st_size ? 0 : (size_t)(facts.st_size - from) < size ? (size_t)(facts.st_size - from) : size;
    char *old = content(file, from, kept);
    ssize_t result = offset < 0 ? syscall(SYS_writev, file, parts, number) : syscall(SYS_pwritev, file, parts, number, offset, 0);
    if (result > 0) PUT(WRITE, facts.st_ino, from, result, facts.st_size, NULL, NULL, NULL, old, kept < (size_t)result ? kept : (size_t)result);
    free(old);
    pthread_mutex_unlock(&lock);
    return result;
}

ssize_t write(int file, const void *bytes, size_t size) { return written(file, &(struct iovec){(void *)bytes, size}, 1, -1); }
ssize_t pwrite(int file, const void *bytes, size_t size, off_t at) { return written(file, &(struct iovec){(void *)bytes, size}, 1, at); }
ssize_t pwrite64(int file, const void *bytes, size_t size, off_t at) { return written(file, &(struct iovec){(void *)bytes, size}, 1, at); }
ssize_t writev(int file, const struct iovec *parts, int number) { return written(file, parts, number, -1); }
ssize_t pwritev(int file, const struct iovec *parts, int number, off_t at) { return written(file, parts, number, at); }
ssize_t pwritev64(int file, const struct iovec *parts, int number, off_t at) { return written(file, parts, number, at); }

static int cut(int file, off_t size) {
    struct stat facts;
    if (!is_on() || !regular(file, &facts)) return (int)syscall(SYS_ftruncate, file, size);
    pthread_mutex_lock(&lock);
    regular(file, &facts);
    size_t kept = size < facts.st_size ? (size_t)(facts.st_size - size) : 0;
    char *old = content(file, size, kept);
    int result = (int)syscall(SYS_ftruncate, file, size);
    if (result == 0) PUT(TRUNCATE, facts.st_ino, size, 0, facts.st_size, NULL, NULL, NULL, old, kept);
    free(old);
    pthread_mutex_unlock(&lock);
    return result;
}
int ftruncate(int file, off_t size) { return cut(file, size); }
int ftruncate64(int file, off_t size) { return cut(file, size); }

// Room that is only reserved says nothing; where it makes a file longer, that is a cut.
static int reserved(int file, off_t from, off_t size) {
    struct stat facts;
    if (!regular(file, &facts) || from + size <= facts.st_size) return 0;
    return cut(file, from + size);
}
int fallocate(int file, int mode, off_t from, off_t size) {
    if (is_on() && mode == 0) return reserved(file, from, size);
    return (int)syscall(SYS_fallocate, file, mode, from, size);
}
int fallocate64(int file, int mode, off_t from, off_t size) { return fallocate(file, mode, from, size); }
int posix_fallocate(int file, off_t from, off_t size) { return fallocate(file, 0, from, size) == 0 ? 0 : errno; }
int posix_fallocate64(int file, off_t from, off_t size) { return posix_fallocate(file, from, size); }

ssize_t copy_file_range(int in, off_t *from, int out, off_t *to, size_t size, unsigned flags) {
    if (!is_on()) return syscall(SYS_copy_file_range, in, from, out, to, size, flags);
    errno = ENOSYS;
    return -1;
}

int ioctl(int file, unsigned long request, ...) {
    va_list list;
    va_start(list, request);
    void *argument = va_arg(list, void *);
    va_end(list);
    if (is_on() && (request == FICLONE || request == FICLONERANGE)) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return (int)syscall(SYS_ioctl, file, request, argument);
}

// MARK: Durability

static int is_unsynced(int file) {
    struct stat facts, other;
    return unsynced && fstat(file, &facts) == 0 && S_ISDIR(facts.st_mode) && stat(unsynced, &other) == 0 && facts.st_ino == other.st_ino &&
           facts.st_dev == other.st_dev;
}

static int synced(long call, int file, int kind) {
    if (kind == SYNC && is_unsynced(file)) {
        errno = sync_error;
        return -1;
    }
    if (!is_on()) return (int)syscall(call, file);
    pthread_mutex_lock(&lock);
    int result = (int)syscall(call, file);
    struct stat facts;
    if (result == 0 && fstat(file, &facts) == 0) PUT(kind, facts.st_ino, S_ISDIR(facts.st_mode), 0, 0, NULL, NULL, NULL, NULL, 0);
    pthread_mutex_unlock(&lock);
    return result;
}
int fsync(int file) { return synced(SYS_fsync, file, SYNC); }
int fdatasync(int file) { return synced(SYS_fdatasync, file, SYNC); }
int syncfs(int file) { return synced(SYS_syncfs, file, SYNC_ALL); }
