extension FileSystemFacts {
    /// Whether a file that is written to there gets the time of this machine's kernel, of its last tick at the latest (10 ms at most), wherever
    /// that time shows a part of a second. Those that know better only tell times that lie closer together. Source: `current_time()` and
    /// `inode_set_ctime_current()` of Linux; the old inodes of ext4 (of 128 bytes) keep whole seconds.
    public var hasFineTimes: Bool { FileSystemFacts.fine.contains(magic) }

    /// ext4, btrfs, xfs, f2fs, bcachefs, tmpfs.
    private static let fine: Set<Int> = [0xef53, 0x9123_683e, 0x5846_5342, 0xf2f5_2010, 0xca45_1a4e, 0x0102_1994]
}
