import ShedDisk
import ShedModel
import ShedPapers
import ShedProject

/// A file that was made to be taken elsewhere. It has no name, and is gone when nobody holds it any more.
public final class MadeFile: Sendable {
    private let file: ReadableFile

    /// Has it made in a directory of its own, which is removed.
    init(_ tools: Tools, _ make: (Destination) throws(ShedError) -> Void) throws(ShedError) {
        do {
            // It is locked: the daemon sweeps up those that nobody holds, and a large file takes its time.
            let work = try WorkDirectory(in: tools.scratch)
            defer { withExtendedLifetime(work) {} }
            try make(Destination(work.handle, "made", mode: 0o600))
            file = try work.handle.file("made")
        } catch { throw ShedError(error) }
    }

    /// In bytes.
    public var size: Int64 { file.size }

    /// All of its bytes, a piece of at most a mebibyte at a time.
    public func pieces(_ take: ([UInt8]) throws(ShedError) -> Void) throws(ShedError) {
        var offset: Int64 = 0
        while true {
            let piece: [UInt8]
            do throws(DiskError) { piece = try file.read(at: offset, atMost: 1 << 20) } catch { throw ShedError(error) }
            if piece.isEmpty { return }
            try take(piece)
            offset += Int64(piece.count)
        }
    }
}
