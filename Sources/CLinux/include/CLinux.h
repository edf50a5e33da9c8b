#pragma once

// What Swift's Glibc module does not show of Linux, without policy: each function makes one call, tries again after
// EINTR, keeps no state (so any thread may call it), and returns a value >= 0, or -errno.

#include <malloc.h>
#include <stddef.h>
#include <stdint.h>

// What statx(2) says of one entry. Times are in nanoseconds since 1970 and stop at the ends of 64 bits: file systems
// can hold years that nanoseconds cannot.
typedef struct {
    uint64_t device;      // major number in the upper, minor in the lower 32 bits
    uint64_t inode;
    int64_t birth;        // 0 where the file system keeps none
    int64_t size;
    int64_t modified;
    int64_t changed;
    uint32_t links;
    uint32_t mode;
    uint32_t is_mount_root; // 1 if the entry is the root of a mount
    uint32_t is_immutable;  // 1 if it may not be changed by anybody (chattr +i), as far as the file system says so
} shed_stat;

// One record of a buffer that getdents64(2) filled. `name` points into the buffer and ends with NUL.
typedef struct {
    uint64_t inode;
    const char *name;
    uint32_t name_length;
    uint8_t type;         // DT_REG, DT_DIR, …
    uint32_t next;        // offset of the next record
} shed_dirent;

// statx(2) of a name, of which a link is not followed and an automount not triggered; "" means the descriptor itself.
int shed_statx(int directory, const char *name, shed_stat *result);
// fstatat(2) of a name, by the same rules: how many names the file has. Cheaper than statx(2) by a tenth.
int64_t shed_link_count(int directory, const char *name);
// The same: the number of the user whom an entry belongs to. "" means the descriptor itself, ".." the directory above it, which
// need not be readable.
int64_t shed_owner(int directory, const char *name);
int shed_open(int directory, const char *name, int flags, unsigned mode);
// openat2(2), beneath the directory, through no link of any sort.
int shed_open_beneath(int directory, const char *path, int flags);
// openat2(2) that enters no other mount: -EXDEV where one stands at the name.
int shed_open_on_mount(int directory, const char *name, int flags);
int shed_close(int descriptor);
long shed_getdents(int descriptor, void *buffer, size_t size);
// Reads the record at an offset below `filled`; 0 if it does not lie wholly within the buffer, else 1.
int shed_next_dirent(const void *buffer, size_t filled, size_t offset, shed_dirent *result);
long shed_read(int descriptor, void *buffer, size_t size);
long shed_write(int descriptor, const void *bytes, size_t size);
// lseek(2) with SEEK_HOLE: where the first hole of a file begins; its size where there is none, or the file system tells none. The
// descriptor then stands at the beginning.
int64_t shed_first_hole(int descriptor);
int shed_fsync(int descriptor);
// syncfs(2): everything that was written to the descriptor's file system is on the disk.
int shed_sync_file_system(int descriptor);
// Gives a file the owner, permissions and `user.` attributes (xattr(7)) of another, as far as we may.
void shed_copy_attributes(int to, int from);
int shed_mkdir(int directory, const char *name, unsigned mode);
int shed_remove(int directory, const char *name, int is_directory);
long shed_readlink(int directory, const char *name, char *buffer, size_t size);
int shed_rename(int from, const char *name, int to, const char *new_name);
// renameat2(2) with RENAME_NOREPLACE.
int shed_rename_no_replace(int from, const char *name, int to, const char *new_name);
// renameat2(2) with RENAME_EXCHANGE.
int shed_exchange(int left, const char *name, int right, const char *other);
// linkat(2); a link is linked itself, not its target.
int shed_link(int from, const char *name, int to, const char *new_name);
// Gives the file of a descriptor that O_TMPFILE made a name; needs /proc.
int shed_link_descriptor(int descriptor, int directory, const char *name);
// The magic number of statfs(2), in the lower 32 bits.
int64_t shed_file_system(int descriptor);
// flock(2) with LOCK_NB; -EWOULDBLOCK if another holds it.
int shed_lock(int descriptor, int is_exclusive);
int shed_unlock(int descriptor);
// Whether anybody has the file of a descriptor open for writing, by the read lease of fcntl(2): 1 or 0. The descriptor is
// read-only and the only one of its open file. -errno where it cannot be told: -EACCES without CAP_LEASE for a file of
// somebody else, -EINVAL where the file system has no leases.
int shed_is_being_written(int descriptor);
// ioctl_ficlone(2): `to` shares the content of `from`.
int shed_clone(int to, int from);
// The text of an errno, in English, lasting for ever.
const char *shed_error_text(int number);
// getrandom(2): fills the buffer; 0, or -errno.
int shed_random(void *buffer, size_t size);
// Flags of open(2) that Swift does not see.
int shed_flag_tmpfile(void);
int shed_flag_path(void);

// How full the file system of a descriptor is, by statvfs(3).
typedef struct {
    uint64_t size;        // in bytes
    uint64_t free;        // in bytes, for users without privileges
    uint64_t files;       // how many inodes there can be; 0 where there is no such limit
    uint64_t free_files;  // for users without privileges
    uint32_t is_read_only;
    uint32_t reserved;
} shed_volume_facts;

int shed_volume(int descriptor, shed_volume_facts *result);
// Whether a directory compares names without regard to case (FS_CASEFOLD_FL of ioctl_iflags(2)): 1, 0, or -errno.
int shed_folds_case(int directory);

// madvise(2): whole large pages of a buffer that will be filled from its beginning are asked for as such. A wish only.
void shed_prefer_large_pages(void *buffer, size_t size);

#include "Cell.h"
#include "Sockets.h"
#include "Spawning.h"
