/// A first, quick look at names: tells the few that the rules on names have to see from all others.
///
/// One pass over the bytes with a table, and no copy.
public struct NameLook: Sendable {
    private static let odd: UInt8 = 1
    private static let maybeConflict: UInt8 = 2

    /// For each byte, whether a name that holds it may be odd.
    private let table: [UInt8]

    public init() {
        table = (0...255).map { number in
            let byte = UInt8(number)
            if byte < 0x20 || byte >= 0x7f || ReservedCharacter.isReserved(byte) { return NameLook.odd }
            return byte == UInt8(ascii: "f") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "P") ? NameLook.maybeConflict : 0
        }
    }

    /// Whether any rule on single names could complain. `false` is certain, `true` is not.
    public func isOdd(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = name.first, let last = name.last, first > 0x20 else { return true }
        var flags: UInt8 = 0
        table.withUnsafeBufferPointer { table in
            for byte in name { flags |= table[Int(byte)] }
        }
        if flags & NameLook.odd != 0 || last == UInt8(ascii: " ") || last == UInt8(ascii: ".") { return true }
        if ConflictCopy.hasPathSide(name) { return true }
        if name.count > ECryptfsName.longest || DeviceName.isBroken(by: name) { return true }
        return flags & NameLook.maybeConflict != 0 && ConflictCopy.mayBeConflictCopy(name)
    }
}
