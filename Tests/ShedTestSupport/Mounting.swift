import Glibc

/// File systems that a test mounts in its own process.
public enum Mounting {
    /// Whether this process may mount some: root may not in each container.
    public static let isAllowed: Bool = {
        guard getuid() == 0, let place = try? TestFile.temporaryDirectory("shed-mount") else { return false }
        defer { rmdir(place) }
        return mount("tmpfs", place, "tmpfs", 0, "size=64k") == 0 && umount2(place, Int32(MNT_DETACH)) == 0
    }()
}
