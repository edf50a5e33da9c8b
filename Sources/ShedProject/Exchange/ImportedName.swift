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
}
