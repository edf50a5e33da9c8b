import Glibc
import ShedHash
import ShedModel

/// A content that is being hashed, and sketched where that is wanted: how far it was read. So a long one can be read in portions.
public struct HashedContent: Sendable {
    /// What was there when it was begun.
    let evidence: Evidence
    private var offset: Int64 = 0
    private var hasher = SHA256()
    private var sketcher: ContentSketcher?
    /// Whether there is nothing behind what was read.
    private(set) var isRead = false

    init(_ evidence: Evidence, sketching: Bool) {
        self.evidence = evidence
        if sketching { sketcher = ContentSketcher() }
    }

    /// The hash, and the sketch where one was wanted; `nil` if the file had not exactly as many bytes as were expected.
    mutating func finish() -> (hash: ContentHash, sketch: ContentSketch?)? {
        guard isRead, offset == evidence.size, let hash = ContentHash(bytes: hasher.digest()) else { return nil }
        return (hash, sketcher?.finish())
    }

    /// In bytes.
    static let piece = 256 << 10

    /// Reads on, in pieces of 256 KiB, to the end or until about so many bytes were taken in.
    /// - Returns: how many were.
    mutating func read(_ descriptor: Int32, atMost limit: Int64 = .max, _ label: String) throws(DiskError) -> Int64 {
        // A byte more than there should be, to see what was added.
        let most = Int(min(max(0, evidence.size), Int64(HashedContent.piece - 1)) + 1)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: most, alignment: 16)
        defer { buffer.deallocate() }
        let begin = offset
        while !isRead, offset - begin < limit {
            let count = try PositionedReading.fill(buffer, descriptor, offset, label)
            let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            take(piece)
            isRead = count < buffer.count || offset > evidence.size
            guard count == HashedContent.piece, PositionedReading.isZero(piece) else { continue }
            try takeHole(descriptor, zeros: piece, atMost: limit - (offset - begin), label)
        }
        return offset - begin
    }

    private mutating func take(_ piece: UnsafeRawBufferPointer) {
        hasher.update(piece)
        sketcher?.update(piece)
        offset += Int64(piece.count)
    }

    // MARK: Holes

    /// Takes in a hole from here on without reading it: reading costs several times what hashing does, and fills the kernel's cache with
    /// nothing.
    /// - Parameter zeros: a piece of zeros.
    private mutating func takeHole(_ descriptor: Int32, zeros: UnsafeRawBufferPointer, atMost limit: Int64, _ label: String) throws(DiskError) {
        let most = limit > evidence.size - offset ? evidence.size : offset + limit
        let end = try PositionedReading.endOfHole(descriptor, from: offset, atMost: most, inSteps: Int64(zeros.count), label)
        while offset < end { take(zeros) }
    }
}
