import CLinux
import Glibc

/// To what of a ``Cell`` the kernel can hold a program here. Containers often refuse one or both, and old kernels have not all.
public struct CellCapability: Hashable, Sendable {
    /// Which ABI of Landlock there is (landlock(7)), from 1; `nil`: a program may open what we may.
    public var landlock: Int?
    /// Whether system calls can be refused (seccomp(2)); else it may use the network, signals and what else files are not.
    public var refusesCalls: Bool

    public init(landlock: Int?, refusesCalls: Bool) {
        self.landlock = landlock
        self.refusesCalls = refusesCalls
    }

    /// Whether a program has nothing but its cell.
    public var isWhole: Bool { landlock != nil && refusesCalls }

    /// That of this machine: tried once, with processes that end at once.
    public static let here = CellCapability.tried()

    private static func tried() -> CellCapability {
        var landlock: Int?
        let version = shed_landlock_version()
        if version > 0, case let set = shed_landlock_set(version), set >= 0 {
            if shed_cell_try(set, 0) == 0 { landlock = Int(version) }
            close(set)
        }
        return CellCapability(landlock: landlock, refusesCalls: shed_filter_is_possible() == 0)
    }
}
