import ShedModel

/// A name with its place in an order before it: `02 Calculus 2023 p5.pdf`.
///
/// The order of pages in a group, and of groups in a doc, is that of these numbers. What has none comes after them.
public struct OrderedName: Hashable, Sendable {
    /// `nil` where the name begins with no number.
    public var number: Int?
    /// The name without number, and without what divides the two; the whole name where there is no number.
    public var title: Name

    /// Reads up to six digits, what divides them from the rest, and a rest that does not begin with a full stop. They are
    /// divided by blanks, or by one of `-`, `_`, `)` and `.` with blanks around it or none; after a full stop there must be
    /// one, since `2023.pdf` has no number.
    public init(_ name: Name) {
        (number, title) = (nil, name)
        let digits = name.bytes.prefix { $0 &- UInt8(ascii: "0") < 10 }
        var rest = name.bytes.dropFirst(digits.count)
        let before = rest.prefix { $0 == UInt8(ascii: " ") }
        rest = rest.dropFirst(before.count)
        let mark = rest.first.flatMap { OrderedName.marks.contains($0) ? $0 : nil }
        if mark != nil { rest = rest.dropFirst() }
        let after = rest.prefix { $0 == UInt8(ascii: " ") }
        rest = rest.dropFirst(after.count)
        guard !digits.isEmpty, digits.count <= 6, !before.isEmpty || mark != nil, mark != UInt8(ascii: ".") || !after.isEmpty,
            let first = rest.first, first != UInt8(ascii: ".")
        else { return }
        number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        title = Name(bytes: Array(rest))
    }

    private static let marks = Array(".-_)".utf8)

    /// The name with a number before it, of two digits at least; cut at its stem's end so that it stays within 255 bytes.
    /// - Parameter count: of how many it is one: all get as many digits as the largest needs.
    public static func name(_ number: Int, of count: Int, _ title: Name, isFile: Bool) -> Name {
        let digits = String(number)
        let width = max(2, String(max(count, number)).count)
        let prefix = Array((String(repeating: "0", count: width - digits.count) + digits + " ").utf8)
        let whole = prefix + title.bytes
        guard whole.count > Name.longest else { return Name(bytes: whole) }
        let suffix = isFile ? Array(title.parts.suffix.suffix(20)) : []
        let stem = UTF8Cut.prefix(title.bytes.dropLast(suffix.count), atMost: Name.longest - prefix.count - suffix.count)
        return Name(bytes: prefix + stem + suffix)
    }
}
