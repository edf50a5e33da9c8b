import ShedModel

/// Takes choices out of bytes, so that whoever changes the bytes changes what is made of them. Behind the end all bytes are 0.
struct FuzzReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// From 0 to below a number that is 256 at most.
    mutating func below(_ count: Int) -> Int { Int(byte()) % count }

    mutating func flag() -> Bool { byte() & 1 == 1 }

    /// Whether to do what is done one time in so many, and never behind the end.
    mutating func oneIn(_ count: Int) -> Bool { below(count) == 1 }

    mutating func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }

    mutating func word() -> UInt64 {
        var word: UInt64 = 0
        for _ in 0..<8 { word = word << 8 | UInt64(byte()) }
        return word
    }

    /// An extreme three times in four, else any.
    mutating func integer() -> Int64 { byte() < 192 ? pick(Extremes.integers) : Int64(bitPattern: word()) }

    /// Up to so many bytes, as they are.
    mutating func run(_ most: Int) -> [UInt8] {
        let bytes = Array(rest.prefix(below(most + 1)))
        rest = rest.dropFirst(bytes.count)
        return bytes
    }

    mutating func text(_ most: Int) -> String { String(decoding: run(most), as: UTF8.self) }

    /// All that is left.
    mutating func all() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }

    // MARK: What stands in sidecars

    /// One of a few, so that operations meet: the project's is 0.
    mutating func id() -> NodeID { FuzzReader.id(below(10)) }

    static func id(_ number: Int) -> NodeID { NodeID(high: 0x1111_0000_0000_7000, low: 0x8000_0000_0000_0000 | UInt64(number)) }

    static let project = id(0)

    /// One of a few that a node can have.
    mutating func name() -> Name {
        pick(["a", "b", "A", "a.txt", "Draft", "Trash", "Rejected", "Rejected (shed)", "c.json", "a.pdf", "e\u{301}", "\u{e9}", Name(bytes: [0x61, 0xff]), "x~", "con", " a", Name(bytes: Array(repeating: 0x61, count: 255))])
    }

    mutating func path(_ most: Int) -> RelativePath { RelativePath((0..<below(most + 1)).map { _ in name() }) }

    mutating func hash() -> ContentHash? { ContentHash(bytes: Array(repeating: byte() & 3, count: 32)) }
}
