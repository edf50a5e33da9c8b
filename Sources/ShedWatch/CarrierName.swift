import ShedModel

/// Knows the temporary names under which programs that carry files between devices write before they rename.
enum CarrierName {
    /// Whether a file that is renamed from `temporary` to `name` was brought by a carrier: Syncthing, rsync, rclone.
    static func isArrival(from temporary: Name, to name: Name) -> Bool {
        let bytes = temporary.bytes[...]
        return isSyncthing(bytes) || isPartial(bytes) || isRsync(bytes, for: name.bytes[...])
    }

    private static func isSyncthing(_ bytes: ArraySlice<UInt8>) -> Bool {
        hasSuffix(".tmp", bytes) && (bytes.starts(with: ".syncthing.".utf8) || bytes.starts(with: "~syncthing~".utf8))
    }

    private static func isPartial(_ bytes: ArraySlice<UInt8>) -> Bool { hasSuffix(".partial", bytes) }

    /// rsync(1) writes `.NAME.XXXXXX`; it cuts a NAME that is too long to take both.
    private static func isRsync(_ bytes: ArraySlice<UInt8>, for name: ArraySlice<UInt8>) -> Bool {
        guard bytes.count > 8, bytes.first == UInt8(ascii: ".") else { return false }
        let random = bytes.suffix(6)
        guard random.allSatisfy(isAlphanumeric), bytes.dropLast(6).last == UInt8(ascii: ".") else { return false }
        let middle = bytes.dropFirst().dropLast(7)
        return middle.elementsEqual(name) || (bytes.count > 200 && name.starts(with: middle))
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }

    private static func hasSuffix(_ suffix: StaticString, _ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count > suffix.utf8CodeUnitCount
            && suffix.withUTF8Buffer { bytes.suffix($0.count).elementsEqual($0) }
    }
}
