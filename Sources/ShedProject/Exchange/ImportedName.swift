import ShedModel
import ShedRules

/// Names from elsewhere, made possible here.
enum ImportedName {
    private static let underscore = UInt8(ascii: "_")

    /// The name that something gets for one that is wanted: what no file system holds as `_`, what would hide it as well, cut to what is possible.
    static func possible(_ wanted: Name) -> Name {
        if wanted.isPossible, !wanted.isHidden, !BlankName.isBlank(wanted) { return wanted }
        var bytes = wanted.bytes.map { $0 == 0 || $0 == UInt8(ascii: "/") ? underscore : $0 }
        if bytes.first == UInt8(ascii: ".") { bytes[0] = underscore }
        let name = Name(bytes: Array(UTF8Cut.prefix(bytes[...], atMost: Name.longest)))
        return name.isPossible && !BlankName.isBlank(name) ? name : "_"
    }

    /// The same for what is made here, and is called by a title or by what something was called elsewhere: a name that every system holds, and of
    /// which no rule warns. Control characters are spaces in it, what Windows and USB sticks cannot hold is a hyphen, spaces at its ends and dots
    /// at its end go, and what Windows takes for a device gets a `_` before it.
    static func portable(_ wanted: Name) -> Name {
        let bytes = ControlCharacter.spaced(wanted).bytes.map { byte in
            byte == UInt8(ascii: "/") || ReservedCharacter.isReserved(byte) ? UInt8(ascii: "-") : byte
        }
        let name = possible(Name(bytes: bytes))
        let shown = (UnnormalisedName.mended(name) ?? name).bytes.drop { $0 == UInt8(ascii: " ") }
        var kept = Array(UTF8Cut.prefix(shown, atMost: LongName.longest - 1))
        while let last = kept.last, last == UInt8(ascii: " ") || last == UInt8(ascii: ".") { kept.removeLast() }
        if kept.withUnsafeBufferPointer(DeviceName.isBroken) { kept.insert(underscore, at: 0) }
        return possible(Name(bytes: kept))
    }
}
