import ShedDisk
import ShedModel
import ShedOffice

/// Counts the words of one file after another. The memory it uses does not depend on the files.
final class TextCounter {
    enum Outcome {
        case words(Int)
        /// It holds a NUL, or is gone.
        case noText
        /// More than ``Search/largestText``.
        case tooLarge
        /// A document of an office program that cannot be read.
        case damaged(OfficeError)
        case unreadable(DiskError)
    }

    private let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 18)
    private var folder: FolderReader
    /// How much was read so far, of all files.
    private(set) var bytesRead: Int64 = 0

    init(_ root: DirectoryHandle) { folder = FolderReader(root) }

    deinit { buffer.deallocate() }

    func count(_ path: RelativePath) -> Outcome {
        do throws(DiskError) {
            guard let format = path.last.flatMap(OfficeFormat.init) else { return try read(path) }
            return try read(path, format)
        } catch {
            return FolderReader.isGone(error) ? .noText : .unreadable(error)
        }
    }

    private func read(_ path: RelativePath, _ format: OfficeFormat) throws(DiskError) -> Outcome {
        guard let file = try folder.file(path) else { return .noText }
        guard file.size <= Search.largestText else { return .tooLarge }
        // Made, and nothing written yet.
        guard file.size > 0 else { return .words(0) }
        var fault: DiskError?
        do throws(OfficeError) {
            let source = ArchiveSource(size: file.size) { offset, count throws(OfficeError) in
                do throws(DiskError) {
                    let bytes = try file.read(at: offset, atMost: count)
                    self.bytesRead += Int64(bytes.count)
                    return bytes
                } catch {
                    fault = error
                    throw OfficeError("cannot be read")
                }
            }
            return .words(try OfficeWords.count(source, format))
        } catch {
            if let fault { throw fault }
            return .damaged(error)
        }
    }

    private func read(_ path: RelativePath) throws(DiskError) -> Outcome {
        guard var reader = try folder.reader(of: path) else { return .noText }
        guard reader.size <= Search.largestText else { return .tooLarge }
        var counter = WordCounter()
        var total: Int64 = 0
        while true {
            let count = try reader.read(into: UnsafeMutableRawBufferPointer(buffer))
            let piece = UnsafeBufferPointer(rebasing: buffer[..<count])
            bytesRead += Int64(count)
            // Anywhere, as where text is searched for.
            if SearchReader.hasNUL(piece) { return .noText }
            total += Int64(count)
            // It may have grown since.
            guard total <= Search.largestText else { return .tooLarge }
            guard count > 0 else { break }
            counter.add(piece)
        }
        counter.end()
        return .words(counter.count)
    }
}
