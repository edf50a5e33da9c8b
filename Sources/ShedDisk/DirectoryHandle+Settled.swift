import CLinux
import Glibc
import ShedModel

extension DirectoryHandle {
    /// The directory's own evidence, if an entry that is made, taken away or replaced from now on is sure to show in its ctime.
    ///
    /// Kernels before 6.13 stamp changes by a clock that goes on every few milliseconds: two changes within one of its ticks may bear one
    /// time. So the tick of the last change has to be over, for which it waits, some milliseconds at most. Later ones give a change that
    /// comes after such a look as this a time of its own on some file systems, by a finer clock, which is ahead of the other one. tmpfs is
    /// none of them: a directory from which something is taken, or in which something is replaced, gets the time of what was taken
    /// (`shmem_unlink()`), at which nobody had looked: the last time that anything got, which may be the directory's own.
    /// - Returns: `nil` where that is not certain: the file system is not one of those known to keep such times, or the last change
    ///   bears a time that is not over yet.
    public func settledEvidence() -> Evidence? {
        let system = shed_file_system(descriptor)
        guard DirectoryHandle.timed.contains(system) else { return nil }
        for _ in 0..<DirectoryHandle.mostWaits {
            // Read first: whatever is changed after the look is stamped with this time or a later one.
            let before = FileClock.now()
            guard let evidence = try? ownEvidence() else { return nil }
            // Where there are whole seconds alone, another change of the same second would not show.
            guard evidence.changed % 1_000_000_000 != 0 else { return evidence.changed < before - 2_000_000_000 ? evidence : nil }
            if evidence.changed < before { return evidence }
            // By the finer clock; what is further ahead is from before the clock was set back.
            let ahead = evidence.changed - FileClock.now()
            if ahead > 0, DirectoryHandle.finelyTimed.contains(system) { return ahead < 20_000_000 ? evidence : nil }
            usleep(1_000)
        }
        return nil
    }

    /// A tick has ten milliseconds at most (CONFIG_HZ=100).
    fileprivate static let mostWaits = 12

    /// ext4, xfs, btrfs, f2fs, tmpfs, and overlays, whose directories are those of the file system below once something was changed.
    private static let timed: Set<Int64> = [0xef53, 0x5846_5342, 0x9123_683e, 0xf2f5_2010, 0x0102_1994, 0x794c_7630]

    /// ext4, xfs, btrfs (FS_MGTIME). tmpfs has that too, but not for a directory in which something is replaced.
    private static let finelyTimed: Set<Int64> = [0xef53, 0x5846_5342, 0x9123_683e]
}

/// The clock that the kernel stamps files with.
public enum FileClock {
    /// Nanoseconds since 1970.
    public static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME_COARSE, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Waits until a time that a file got just now is over, some milliseconds at most: what is changed from then on gets a later one. A time
    /// to come, as by another machine's clock, is not waited for.
    public static func pass(_ time: Int64) {
        for _ in 0..<DirectoryHandle.mostWaits {
            guard case let ahead = time - now(), ahead >= 0, ahead < 20_000_000 else { return }
            usleep(1_000)
        }
    }
}
