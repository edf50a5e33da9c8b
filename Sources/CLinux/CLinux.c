#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

// Calls again after EINTR and turns -1 into -errno.
#define RETRY(call)                                                                                                    \
    long result;                                                                                                       \
    do {                                                                                                               \
        result = (call);                                                                                               \
    } while (result < 0 && errno == EINTR);                                                                            \
    return result < 0 ? -errno : result

static int64_t nanoseconds(struct statx_timestamp time) {
    int64_t result;
    if (__builtin_mul_overflow(time.tv_sec, (int64_t)1000000000, &result)
        || __builtin_add_overflow(result, (int64_t)time.tv_nsec, &result)) {
        return time.tv_sec < 0 ? INT64_MIN : INT64_MAX;
    }
    return result;
}

int shed_statx(int directory, const char *name, shed_stat *result) {
    struct statx data;
    int flags = AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT | (name[0] == 0 ? AT_EMPTY_PATH : 0);
    int status;
    do {
        status = statx(directory, name, flags, STATX_BASIC_STATS | STATX_BTIME, &data);
    } while (status < 0 && errno == EINTR);
    if (status < 0) return -errno;
    result->device = (uint64_t)data.stx_dev_major << 32 | data.stx_dev_minor;
    result->inode = data.stx_ino;
    result->birth = data.stx_mask & STATX_BTIME ? nanoseconds(data.stx_btime) : 0;
    result->size = data.stx_size > INT64_MAX ? INT64_MAX : (int64_t)data.stx_size;
    result->modified = nanoseconds(data.stx_mtime);
    result->changed = nanoseconds(data.stx_ctime);
    result->links = data.stx_nlink;
    result->mode = data.stx_mode;
    result->is_mount_root = data.stx_attributes_mask & data.stx_attributes & STATX_ATTR_MOUNT_ROOT ? 1 : 0;
    result->is_immutable = data.stx_attributes_mask & data.stx_attributes & STATX_ATTR_IMMUTABLE ? 1 : 0;
    return 0;
}

int64_t shed_link_count(int directory, const char *name) {
    struct stat data;
    int status;
    do {
        status = fstatat(directory, name, &data, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT);
    } while (status < 0 && errno == EINTR);
    return status < 0 ? -errno : (int64_t)data.st_nlink;
}

int64_t shed_owner(int directory, const char *name) {
    struct stat data;
    int status;
    do {
        status = fstatat(directory, name, &data, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT | AT_EMPTY_PATH);
    } while (status < 0 && errno == EINTR);
    return status < 0 ? -errno : (int64_t)data.st_uid;
}

int shed_open(int directory, const char *name, int flags, unsigned mode) {
    RETRY(openat(directory, name, flags, (mode_t)mode));
}

int shed_open_beneath(int directory, const char *path, int flags) {
    struct open_how how = {
        .flags = (uint64_t)(unsigned)flags,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS,
    };
    RETRY(syscall(SYS_openat2, directory, path, &how, sizeof how));
}

int shed_open_on_mount(int directory, const char *name, int flags) {
    struct open_how how = {.flags = (uint64_t)(unsigned)flags, .resolve = RESOLVE_NO_XDEV};
    RETRY(syscall(SYS_openat2, directory, name, &how, sizeof how));
}

void shed_prefer_large_pages(void *buffer, size_t size) {
    const uintptr_t large = 2 << 20;
    uintptr_t start = ((uintptr_t)buffer + large - 1) & ~(large - 1);
    uintptr_t end = ((uintptr_t)buffer + size) & ~(large - 1);
    if (start < end) (void)madvise((void *)start, end - start, MADV_HUGEPAGE);
}

// Linux frees the descriptor even where close(2) says EINTR, so it is never tried again.
int shed_close(int descriptor) { return close(descriptor) < 0 ? -errno : 0; }

long shed_getdents(int descriptor, void *buffer, size_t size) {
    RETRY(syscall(SYS_getdents64, descriptor, buffer, size));
}

int shed_next_dirent(const void *buffer, size_t filled, size_t offset, shed_dirent *result) {
    // struct linux_dirent64: ino 8, off 8, reclen 2, type 1, name.
    const size_t header = 19;
    if (offset > filled || filled - offset <= header) return 0;
    const char *record = (const char *)buffer + offset;
    uint16_t length;
    memcpy(&length, record + 16, sizeof length);
    if (length <= header || length > filled - offset) return 0;
    size_t name_length = strnlen(record + header, length - header);
    if (name_length == length - header) return 0;
    memcpy(&result->inode, record, sizeof result->inode);
    result->type = (uint8_t)record[18];
    result->name = record + header;
    result->name_length = (uint32_t)name_length;
    result->next = (uint32_t)(offset + length);
    return 1;
}

long shed_read(int descriptor, void *buffer, size_t size) { RETRY(read(descriptor, buffer, size)); }

long shed_write(int descriptor, const void *bytes, size_t size) { RETRY(write(descriptor, bytes, size)); }

int64_t shed_first_hole(int descriptor) {
    off_t hole = lseek(descriptor, 0, SEEK_HOLE);
    if (hole < 0) return -errno;
    return lseek(descriptor, 0, SEEK_SET) < 0 ? -errno : (int64_t)hole;
}

int shed_fsync(int descriptor) { RETRY(fsync(descriptor)); }

int shed_sync_file_system(int descriptor) { RETRY(syncfs(descriptor)); }

// XATTR_LIST_MAX and XATTR_SIZE_MAX of linux/limits.h.
#define LARGEST_ATTRIBUTE 65536

void shed_copy_attributes(int to, int from) {
    struct stat facts;
    if (fstat(from, &facts) != 0) return;
    // What we may not give stays as it is: the content counts for more.
    if (fchown(to, facts.st_uid, facts.st_gid) != 0 && facts.st_mode & 06000) facts.st_mode &= 0777;
    (void)!fchmod(to, facts.st_mode & 07777);
    char names[LARGEST_ATTRIBUTE], value[LARGEST_ATTRIBUTE];
    ssize_t length = flistxattr(from, names, sizeof names);
    for (ssize_t at = 0; at < length; at += (ssize_t)strlen(names + at) + 1) {
        if (strncmp(names + at, "user.", 5) != 0) continue;
        ssize_t size = fgetxattr(from, names + at, value, sizeof value);
        if (size >= 0) (void)!fsetxattr(to, names + at, value, (size_t)size, 0);
    }
}

int shed_mkdir(int directory, const char *name, unsigned mode) { RETRY(mkdirat(directory, name, (mode_t)mode)); }

int shed_remove(int directory, const char *name, int is_directory) {
    RETRY(unlinkat(directory, name, is_directory ? AT_REMOVEDIR : 0));
}

long shed_readlink(int directory, const char *name, char *buffer, size_t size) {
    RETRY(readlinkat(directory, name, buffer, size));
}

int shed_rename(int from, const char *name, int to, const char *new_name) {
    RETRY(renameat(from, name, to, new_name));
}

int shed_rename_no_replace(int from, const char *name, int to, const char *new_name) {
    RETRY(renameat2(from, name, to, new_name, RENAME_NOREPLACE));
}

int shed_exchange(int left, const char *name, int right, const char *other) {
    RETRY(renameat2(left, name, right, other, RENAME_EXCHANGE));
}

int shed_link(int from, const char *name, int to, const char *new_name) {
    RETRY(linkat(from, name, to, new_name, 0));
}

int shed_link_descriptor(int descriptor, int directory, const char *name) {
    char path[40];
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    RETRY(linkat(AT_FDCWD, path, directory, name, AT_SYMLINK_FOLLOW));
}

int64_t shed_file_system(int descriptor) {
    struct statfs data;
    int status;
    do {
        status = fstatfs(descriptor, &data);
    } while (status < 0 && errno == EINTR);
    return status < 0 ? -errno : (int64_t)(uint32_t)data.f_type;
}

int shed_lock(int descriptor, int is_exclusive) {
    RETRY(flock(descriptor, (is_exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB));
}

int shed_unlock(int descriptor) { RETRY(flock(descriptor, LOCK_UN)); }

int shed_is_being_written(int descriptor) {
    // Who opens the file meanwhile waits for us to end the lease, and the kernel tells us so: with SIGIO, which would end
    // the process, unless it is told to use a signal that is ignored by default.
    if (fcntl(descriptor, F_SETSIG, SIGURG) < 0) return -errno;
    if (fcntl(descriptor, F_SETLEASE, F_RDLCK) < 0) return errno == EAGAIN ? 1 : -errno;
    fcntl(descriptor, F_SETLEASE, F_UNLCK);
    return 0;
}

int shed_clone(int to, int from) { RETRY(ioctl(to, FICLONE, from)); }

const char *shed_error_text(int number) {
    const char *text = strerrordesc_np(number);
    return text ? text : "unknown error";
}

int shed_flag_tmpfile(void) { return O_TMPFILE; }

int shed_flag_path(void) { return O_PATH; }

int shed_random(void *buffer, size_t size) {
    size_t done = 0;
    while (done < size) {
        ssize_t count = getrandom((char *)buffer + done, size - done, 0);
        if (count < 0) {
            if (errno == EINTR) continue;
            return -errno;
        }
        done += (size_t)count;
    }
    return 0;
}

int shed_volume(int descriptor, shed_volume_facts *result) {
    struct statvfs data;
    int status;
    do {
        status = fstatvfs(descriptor, &data);
    } while (status < 0 && errno == EINTR);
    if (status < 0) return -errno;
    // A file system may claim more bytes than 64 bits can hold.
    uint64_t block = data.f_frsize;
    if (__builtin_mul_overflow((uint64_t)data.f_blocks, block, &result->size)) result->size = UINT64_MAX;
    if (__builtin_mul_overflow((uint64_t)data.f_bavail, block, &result->free)) result->free = UINT64_MAX;
    result->files = data.f_files;
    result->free_files = data.f_favail;
    result->is_read_only = data.f_flag & ST_RDONLY ? 1 : 0;
    result->reserved = 0;
    return 0;
}

int shed_folds_case(int directory) {
    int flags = 0;
    int status;
    do {
        status = ioctl(directory, FS_IOC_GETFLAGS, &flags);
    } while (status < 0 && errno == EINTR);
    if (status < 0) return -errno;
    return flags & FS_CASEFOLD_FL ? 1 : 0;
}
