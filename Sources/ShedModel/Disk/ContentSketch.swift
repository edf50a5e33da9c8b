/// What a content has in it, in short: enough to say how much of it is in another one.
///
/// The content is cut into lines, and long lines into runs of some words each, or of 64 bytes where there are none; a sketch holds the least hashes of these
/// runs. What two sketches share of their least hashes is about what the contents share of their runs (bottom-k sketches,
/// Cohen and Kaplan 2007).
public struct ContentSketch: Hashable, Sendable {
    /// So many hashes at most.
    static let most = 32
    /// Of a longer content only this much is looked at, in bytes: 1 MiB.
    public static let longest = 1 << 20

    /// Sorted, none twice.
    public let marks: [UInt32]

    init(marks: [UInt32]) { self.marks = marks }

    /// The sketch of a whole content.
    public init(of content: [UInt8]) {
        var sketcher = ContentSketcher()
        content.withUnsafeBytes { sketcher.update($0) }
        self = sketcher.finish()
    }

    /// How a content is cut and marked. Sketches of an earlier way, which had no such byte, say nothing of those of this one.
    private static let version: UInt8 = 2

    /// The version, and four bytes for each mark, the least first.
    public var bytes: [UInt8] { [ContentSketch.version] + marks.flatMap { mark in (0..<4).map { UInt8(truncatingIfNeeded: mark >> (8 * UInt32($0))) } } }

    /// - Returns: `nil` for what is no sketch of this version.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.first == ContentSketch.version, bytes.count % 4 == 1, bytes.count <= 1 + 4 * ContentSketch.most else { return nil }
        let bytes = Array(bytes.dropFirst())
        marks = stride(from: 0, to: bytes.count, by: 4).map { start in (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << (8 * UInt32($1)) } }
    }

    /// How much is in both of what is in either, in percent; 0 where one of the two is of no content.
    public func likeness(to other: ContentSketch) -> Int {
        guard !marks.isEmpty, !other.marks.isEmpty else { return 0 }
        let least = Set(marks).union(other.marks).sorted().prefix(ContentSketch.most)
        let (mine, theirs) = (Set(marks), Set(other.marks))
        return least.count { mine.contains($0) && theirs.contains($0) } * 100 / least.count
    }

    /// How much of what this is the sketch of is in another content too, in percent, however much longer that is; `nil` where one
    /// of the two is empty.
    public func share(in content: [UInt8]) -> Int? {
        var sketcher = ContentSketcher(lookingFor: self)
        content.withUnsafeBytes { sketcher.update($0) }
        guard !marks.isEmpty, !sketcher.finish().marks.isEmpty else { return nil }
        return sketcher.found.count * 100 / marks.count
    }
}

/// Makes the sketch of a content that comes in pieces.
public struct ContentSketcher: Sendable {
    private var marks: [UInt32] = []
    private var seen = 0
    /// The hash of the run, and of the word in it.
    private var run = FNV()
    private var word = FNV()
    private var runLength = 0

    private let wanted: Set<UInt32>
    /// Which marks of the sketch that is looked for came.
    private(set) var found: Set<UInt32> = []

    private static let longestRun = 64
    /// A run that ends within a line has so many bytes: a word alone, such as a number, says nothing of what it is in.
    private static let shortestRun = 12

    /// - Parameter sketch: whose marks are looked for in the content.
    public init(lookingFor sketch: ContentSketch? = nil) { wanted = Set(sketch?.marks ?? []) }

    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        let count = min(bytes.count, max(0, ContentSketch.longest - seen))
        seen += bytes.count
        // In registers: of each content that is hashed each byte goes through here.
        var (run, word, runLength) = (run, word, runLength)
        for position in 0..<count {
            let byte = bytes[position]
            let isSpace = byte <= 0x20
            if !isSpace {
                run.add(byte)
                word.add(byte)
                runLength += 1
            }
            // A run ends with a line, or with a word whose hash says so, so that a cut moves with the words around it.
            if byte == 0x0a || isSpace && runLength >= ContentSketcher.shortestRun && (word.value >> 32) & 1 == 0 || runLength >= ContentSketcher.longestRun {
                if runLength > 0 { note(run.value) }
                (run, runLength) = (FNV(), 0)
            }
            if isSpace { word = FNV() }
        }
        (self.run, self.word, self.runLength) = (run, word, runLength)
    }

    /// Takes note of a run.
    private mutating func note(_ run: UInt64) {
        let mixed = (run ^ run >> 32) &* 0x9e37_79b9_7f4a_7c15
        let mark = UInt32(truncatingIfNeeded: mixed >> 32)
        if wanted.contains(mark) { found.insert(mark) }
        if marks.count == ContentSketch.most, let last = marks.last, mark >= last { return }
        var position = marks.count
        while position > 0, marks[position - 1] > mark { position -= 1 }
        if position > 0, marks[position - 1] == mark { return }
        if marks.isEmpty { marks.reserveCapacity(ContentSketch.most) }
        if marks.count == ContentSketch.most { marks.removeLast() }
        marks.insert(mark, at: position)
    }

    public mutating func finish() -> ContentSketch {
        if runLength > 0 { note(run.value) }
        (run, runLength) = (FNV(), 0)
        return ContentSketch(marks: marks)
    }
}
