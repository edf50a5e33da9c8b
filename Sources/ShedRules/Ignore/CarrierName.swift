import ShedModel

/// The temporary names under which carriers (Syncthing, rsync, rclone) bring files (SPEC 6, point 6).
public enum CarrierName {
    /// Whether a file of this name is one that a carrier has not finished bringing.
    ///
    /// Knows Syncthing's `.syncthing.*.tmp` and `~syncthing~*.tmp`, rsync's `.name.XXXXXX` (six letters or digits) and
    /// the `*.partial` of rclone and others. A person's hidden `.notes.backup` looks like rsync's: what is renamed from
    /// such a name may be waited for, never more.
    public static func isTemporary(name: Name) -> Bool { name.bytes.withUnsafeBufferPointer(isTemporary(name:)) }

    /// The same without a copy of the name.
    public static func isTemporary(name: UnsafeBufferPointer<UInt8>) -> Bool {
        switch name.first {
        case UInt8(ascii: "."):
            isBetween(name, ".syncthing.", ".tmp") || isOfRsync(name) || name.ends(with: ".partial")
        case UInt8(ascii: "~"): isBetween(name, "~syncthing~", ".tmp") || name.ends(with: ".partial")
        default: name.ends(with: ".partial")
        }
    }

    private static func isBetween(_ name: UnsafeBufferPointer<UInt8>, _ start: StaticString, _ end: StaticString) -> Bool {
        name.count > start.utf8CodeUnitCount + end.utf8CodeUnitCount && name.begins(with: start) && name.ends(with: end)
    }

    private static func isOfRsync(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        // A dot, at least one byte of the name, a dot and mkstemp's six.
        guard name.count >= 9, name[name.count - 7] == UInt8(ascii: ".") else { return false }
        return name[(name.count - 6)...].allSatisfy(\.isAlphanumeric)
    }
}
