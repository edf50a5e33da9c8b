import ShedModel

/// A name with its place in an order before it: `02 Calculus 2023 p5.pdf`.
///
/// By these numbers people see, and set, the order of pages in a group and of groups in a doc. What looks like a number may be
/// title (a year, a date, `3 Körper`); ``Numbering`` tells.
public struct OrderedName: Hashable, Sendable {
    /// `nil` where the name begins with no number.
    public var number: Int?
    /// The name without number, and without what divides the two; the whole name where there is no number.
    public var title: Name
    /// What follows the number and one blank, as ``name(_:of:_:isFile:)`` puts it before a title: of `01 - Algebra` it is
    /// `- Algebra`, since that may be the title. Where no blank follows the number, it is ``title``.
    public var wholeTitle: Name
    /// The divider and the title, as they stand.
    private var rest: [UInt8]
    /// Of the number, in digits.
    private var width = 0

    /// Reads up to six digits, what divides them from the rest, and a rest that does not begin with a full stop. They are
    /// divided by blanks, or by one of `-`, `_`, `)` and `.` with blanks on both sides of it, behind it, or none; after a full
    /// stop there must be one, since `2023.pdf` has no number. In `01 -x` the title is `-x`.
    /// - Parameter isNumbered: whether what looks like a number is one.
    public init(_ name: Name, isNumbered: Bool = true) {
        (number, title, wholeTitle, rest) = (nil, name, name, [])
        guard isNumbered else { return }
        let digits = name.bytes.prefix { $0 &- UInt8(ascii: "0") < 10 }
        let behind = name.bytes.dropFirst(digits.count)
        let blanks = behind.prefix { $0 == UInt8(ascii: " ") }
        guard !digits.isEmpty, digits.count <= 6, let title = OrderedName.title(behind, blanks.count), title.first != UInt8(ascii: ".") else { return }
        number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        self.title = Name(bytes: Array(title))
        width = digits.count
        wholeTitle = blanks.isEmpty ? self.title : Name(bytes: Array(behind.dropFirst()))
        rest = Array(behind)
    }

    /// Whether a person may have put the number there for the order: it has one to three digits, and does not begin a date
    /// (`06-12 Physik`, `12. 6. Physik`).
    public var mayBeNumbered: Bool {
        guard number != nil, width <= 3 else { return false }
        let digits = title.bytes.prefix { $0 &- UInt8(ascii: "0") < 10 }
        return switch rest.first {
        case UInt8(ascii: "-"), UInt8(ascii: "_"): digits.isEmpty
        case UInt8(ascii: "."): digits.isEmpty || title.bytes.dropFirst(digits.count).first != UInt8(ascii: ".")
        default: true
        }
    }

    /// The number, if a person may have put it there for the order: beside names that shed numbers it counts as one.
    public var possibleNumber: Int? { mayBeNumbered ? number : nil }

    /// Whether the number shows that somebody counts: it is 0 or 1, or has a zero before it.
    var beginsCount: Bool { number.map { $0 < 2 || String($0).utf8.count < width } ?? false }

    /// What follows the divider; `nil` where there is no divider, or nothing follows it.
    private static func title(_ behind: ArraySlice<UInt8>, _ blanks: Int) -> ArraySlice<UInt8>? {
        let plain = behind.dropFirst(blanks)
        guard let first = plain.first else { return nil }
        guard marks.contains(first) else { return blanks > 0 ? plain : nil }
        let after = plain.dropFirst().prefix { $0 == UInt8(ascii: " ") }
        let marked = plain.dropFirst(1 + after.count)
        let divides = blanks == 0 ? first != UInt8(ascii: ".") || !after.isEmpty : !after.isEmpty
        if divides, let next = marked.first, next != UInt8(ascii: ".") { return marked }
        return blanks > 0 ? plain : nil
    }

    private static let marks = Array(".-_)".utf8)

    /// The name with another number: what divides it from the title stays as it is, since it may be the title's beginning. A
    /// name without a number gets one and a blank before it.
    /// - Parameter count: as in ``name(_:of:_:isFile:)``.
    public func numbered(_ number: Int, of count: Int, isFile: Bool) -> Name {
        self.number == nil
            ? OrderedName.name(number, of: count, title, isFile: isFile) : OrderedName.joined(number, count, rest, isFile: isFile)
    }

    /// The name with a number and a blank before it, of two digits at least; cut at its stem's end so that it stays within 255
    /// bytes.
    /// - Parameter count: of how many it is one: all get as many digits as the largest needs.
    public static func name(_ number: Int, of count: Int, _ title: Name, isFile: Bool) -> Name {
        joined(number, count, [UInt8(ascii: " ")] + title.bytes, isFile: isFile)
    }

    private static func joined(_ number: Int, _ count: Int, _ rest: [UInt8], isFile: Bool) -> Name {
        let digits = String(number)
        let width = max(2, String(max(count, number)).count)
        let prefix = Array((String(repeating: "0", count: width - digits.count) + digits).utf8)
        let whole = prefix + rest
        guard whole.count > Name.longest else { return Name(bytes: whole) }
        let suffix = isFile ? Array(Name(bytes: rest).parts.suffix.suffix(20)) : []
        let stem = UTF8Cut.prefix(rest.dropLast(suffix.count), atMost: Name.longest - prefix.count - suffix.count)
        return Name(bytes: prefix + stem + suffix)
    }
}
