#define _GNU_SOURCE
#include "Cell.h"

#include <asm/sockios.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

// A list of what is refused, not of what is allowed: which calls a program makes changes with its C library, and one that is
// not known here must not fail. What landlock(7) cannot refuse counts most: sockets of all families, other processes,
// permissions and times of files, and what the kernel has had the most holes in. No program that reads a PDF needs any of it.

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE

// Calls that came after the headers of Debian 12; one table for all processors.
#ifndef __NR_fchmodat2
#define __NR_fchmodat2 452
#endif
#ifndef __NR_setxattrat
#define __NR_setxattrat 463
#define __NR_removexattrat 466
#endif
#ifndef __NR_file_setattr
#define __NR_file_setattr 469
#endif
#ifndef __NR_openat2
#define __NR_openat2 437
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ALLOWED BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define FAIL(number) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (number))
#define REFUSED FAIL(EPERM)
// Skips so many steps unless the value is this.
#define UNLESS(value, steps) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (steps))
#define REFUSE(call) UNLESS(__NR_##call, 1), REFUSED
// The lower half of an argument, which is all of a 32-bit one.
#define ARGUMENT(position) args[position]
// Of the flags of open(2): emptying, and no writing.
#define OPENING \
    BPF_STMT(BPF_ALU | BPF_AND | BPF_K, O_ACCMODE | O_TRUNC), UNLESS(O_RDONLY | O_TRUNC, 1), REFUSED, \
    UNLESS(O_ACCMODE | O_TRUNC, 1), REFUSED, ALLOWED

// Each part leaves the call's number behind where it does not return.
static const struct sock_filter beginning[] = {
    LOAD(arch),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    // A 32-bit call of a 64-bit kernel, which has other numbers.
    REFUSED,
    LOAD(nr),
#ifdef __x86_64__
    // x32.
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), FAIL(ENOSYS),
#endif
};

// Sockets that lead nowhere, for a program that does not begin without one on which others may speak to it: it gets one of its own
// machine, and is told that this has a name and is listened to. Nobody can reach it by one, and it reaches nobody.
static const struct sock_filter idle_sockets[] = {
    UNLESS(__NR_socket, 4), LOAD(ARGUMENT(0)), UNLESS(AF_UNIX, 1), ALLOWED, REFUSED,
    UNLESS(__NR_bind, 1), FAIL(0), UNLESS(__NR_listen, 1), FAIL(0),
};

// Of such a socket no question and no order goes to the devices of the network: 0x8900 to 0x89ff.
static const struct sock_filter idle_requests[] = {
    UNLESS(__NR_ioctl, 5), LOAD(ARGUMENT(1)), BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xffffff00), UNLESS(0x8900, 1), REFUSED, LOAD(nr),
};

static const struct sock_filter refusals[] = {
    // The network, and other processes through sockets. Those that it was given stay good for read(2) and write(2).
    REFUSE(socket), REFUSE(socketpair), REFUSE(connect), REFUSE(bind), REFUSE(listen), REFUSE(accept), REFUSE(accept4),
    REFUSE(sendto), REFUSE(sendmsg), REFUSE(sendmmsg),
    // Other processes.
    REFUSE(ptrace), REFUSE(process_vm_readv), REFUSE(process_vm_writev), REFUSE(kcmp), REFUSE(pidfd_open), REFUSE(pidfd_getfd),
    REFUSE(pidfd_send_signal), REFUSE(process_madvise), REFUSE(tkill), REFUSE(rt_sigqueueinfo), REFUSE(rt_tgsigqueueinfo), REFUSE(setpriority),
    REFUSE(ioprio_set), REFUSE(migrate_pages), REFUSE(move_pages), REFUSE(setsid), REFUSE(setpgid),
    REFUSE(shmget), REFUSE(shmat), REFUSE(shmctl), REFUSE(msgget), REFUSE(msgsnd), REFUSE(msgrcv), REFUSE(msgctl),
    REFUSE(semget), REFUSE(semop), REFUSE(semtimedop), REFUSE(semctl), REFUSE(mq_open), REFUSE(mq_unlink),
    // Files without opening them, which Landlock does not refuse.
    REFUSE(truncate), REFUSE(fchmod), REFUSE(fchmodat), REFUSE(fchmodat2), REFUSE(fchown), REFUSE(fchownat), REFUSE(utimensat),
    REFUSE(setxattr), REFUSE(lsetxattr), REFUSE(fsetxattr), REFUSE(setxattrat), REFUSE(removexattr), REFUSE(lremovexattr),
    REFUSE(fremovexattr), REFUSE(removexattrat), REFUSE(file_setattr), REFUSE(inotify_add_watch), REFUSE(fanotify_init),
    REFUSE(name_to_handle_at), REFUSE(open_by_handle_at), REFUSE(quotactl), REFUSE(flock),
#ifdef __x86_64__
    REFUSE(chmod), REFUSE(chown), REFUSE(lchown), REFUSE(utime), REFUSE(utimes), REFUSE(futimesat),
#endif
    // Keys.
    REFUSE(add_key), REFUSE(request_key), REFUSE(keyctl),
    // Mounts and namespaces.
    REFUSE(mount), REFUSE(umount2), REFUSE(pivot_root), REFUSE(chroot), REFUSE(unshare), REFUSE(setns), REFUSE(fsopen),
    REFUSE(fsconfig), REFUSE(fsmount), REFUSE(fspick), REFUSE(move_mount), REFUSE(open_tree), REFUSE(mount_setattr),
    // Large parts of the kernel that none of them needs.
    REFUSE(bpf), REFUSE(perf_event_open), REFUSE(userfaultfd), REFUSE(io_uring_setup), REFUSE(io_uring_enter),
    REFUSE(io_uring_register), REFUSE(io_setup), REFUSE(kexec_load), REFUSE(kexec_file_load), REFUSE(init_module),
    REFUSE(finit_module), REFUSE(delete_module), REFUSE(syslog), REFUSE(acct), REFUSE(reboot), REFUSE(swapon), REFUSE(swapoff),
    REFUSE(settimeofday), REFUSE(clock_settime), REFUSE(clock_adjtime), REFUSE(adjtimex), REFUSE(sethostname),
    REFUSE(setdomainname), REFUSE(personality), REFUSE(vhangup), REFUSE(memfd_secret),
#ifdef __x86_64__
    REFUSE(modify_ldt), REFUSE(ioperm), REFUSE(iopl),
#endif

    // Their arguments stand in memory, which no filter can read; the C library does without.
    UNLESS(__NR_clone3, 1), FAIL(ENOSYS), UNLESS(__NR_openat2, 1), FAIL(ENOSYS),
    // It ends with us, whatever it wants.
    UNLESS(__NR_prctl, 4), LOAD(ARGUMENT(0)), UNLESS(PR_SET_PDEATHSIG, 1), REFUSED, ALLOWED,
    // Limits of others.
    UNLESS(__NR_prlimit64, 4), LOAD(ARGUMENT(0)), UNLESS(0, 1), ALLOWED, REFUSED,
    // Words that a terminal takes for typed ones, and whom a descriptor sends signals to.
    UNLESS(__NR_ioctl, 10), LOAD(ARGUMENT(1)), UNLESS(TIOCSTI, 1), REFUSED, UNLESS(TIOCLINUX, 1), REFUSED,
    UNLESS(FIOSETOWN, 1), REFUSED, UNLESS(SIOCSPGRP, 1), REFUSED, ALLOWED,
    UNLESS(__NR_fcntl, 8), LOAD(ARGUMENT(1)), UNLESS(F_SETOWN, 1), REFUSED, UNLESS(F_SETOWN_EX, 1), REFUSED,
    UNLESS(F_SETSIG, 1), REFUSED, ALLOWED,
    // A file that is opened for reading and emptied by that, which Landlock refuses from version 3 on.
    UNLESS(__NR_openat, 7), LOAD(ARGUMENT(2)), OPENING,
#ifdef __x86_64__
    UNLESS(__NR_open, 7), LOAD(ARGUMENT(1)), OPENING,
#endif
};

size_t shed_cell_filter(struct sock_filter *space, pid_t process, int may_fork, int has_idle_sockets) {
    const struct sock_filter signals[] = {
        // By raise(3), abort(3) and pthread_kill(3) to itself; what is minus something, to many.
        UNLESS(__NR_kill, 4), LOAD(ARGUMENT(0)), UNLESS((unsigned)process, 1), ALLOWED, REFUSED,
        UNLESS(__NR_tgkill, 4), LOAD(ARGUMENT(0)), UNLESS((unsigned)process, 1), ALLOWED, REFUSED,
    };
    // Limits hold for each process, so there is to be but one: threads are made, and no processes.
    static const struct sock_filter alone[] = {
#ifdef __x86_64__
        REFUSE(fork), REFUSE(vfork),
#endif
        UNLESS(__NR_clone, 3), LOAD(ARGUMENT(0)), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0), REFUSED, LOAD(nr),
    };
    static const struct sock_filter ending[] = {
        // New namespaces.
        UNLESS(__NR_clone, 4), LOAD(ARGUMENT(0)),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET, 0, 1),
        REFUSED, ALLOWED,
        ALLOWED,
    };
    size_t count = 0;
#define ADD(part) (memcpy(space + count, part, sizeof part), count += sizeof part / sizeof part[0])
    _Static_assert(
        sizeof beginning + sizeof idle_sockets + sizeof idle_requests + sizeof refusals + sizeof signals + sizeof alone + sizeof ending
            <= SHED_CELL_FILTER_ROOM * sizeof *space,
        "the filter needs more room");
    ADD(beginning);
    if (has_idle_sockets) {
        ADD(idle_sockets);
        ADD(idle_requests);
    }
    ADD(refusals);
    ADD(signals);
    if (!may_fork) ADD(alone);
    ADD(ending);
    return count;
}

#else

size_t shed_cell_filter(struct sock_filter *space, pid_t process, int may_fork, int has_idle_sockets) {
    (void)space, (void)process, (void)may_fork, (void)has_idle_sockets;
    return 0;
}

#endif
