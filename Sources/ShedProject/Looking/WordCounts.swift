import ShedDisk
import ShedModel

/// How many words the texts of a listing hold, file by file and folder by folder.
public struct WordCounts: Sendable {
    /// By entry of the snapshot: texts alone.
    fileprivate(set) var files: [Int: Int] = [:]
    /// By directory of the snapshot, of all texts below; `nil` where there is none.
    fileprivate(set) var directories: [Int?]
    /// Texts of more than ``Search/largestText``, which are not counted.
    public fileprivate(set) var tooLarge: [RelativePath] = []
    /// Why others are not, a sentence without its full stop each.
    public fileprivate(set) var unreadable: [String] = []

    fileprivate init(directories: Int) { self.directories = Array(repeating: nil, count: directories) }

    /// Whether a file is taken for a text by its name: text, Markdown, or a name without an extension.
    static func isText(_ name: Name) -> Bool {
        let parts = name.bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count > 1, let last = parts.last, (1...8).contains(last.count), let end = String(validating: last, as: UTF8.self),
            end.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else { return true }
        return ["txt", "text", "md", "markdown"].contains(end.lowercased())
    }
}

extension Listing {
    /// The same listing with the words of the texts at a path or below it counted, which views then have. Each of these files is
    /// read from its beginning to its end.
    ///
    /// What lies in Trash and Rejected counts there, and in no folder above.
    public func counted(below path: RelativePath) throws(ShedError) -> Listing {
        var counts = WordCounts(directories: snapshot.directories.count)
        let counter = TextCounter(project.home.root)
        if path.isRoot {
            count(in: 0, at: path, counter, &counts)
        } else {
            guard let entry = snapshot.entry(at: path), snapshot.entries[entry].kind.nodeType != nil else { throw notFound(path) }
            let directory = snapshot.entries[entry].directory
            if directory >= 0 { count(in: Int(directory), at: path, counter, &counts) } else { count(entry, at: path, counter, &counts) }
        }
        // Each directory comes behind the one that it is in.
        for directory in snapshot.directories.indices.reversed() where directory > 0 {
            guard let sum = counts.directories[directory], !isShelf(directory) else { continue }
            let parent = Int(snapshot.entries[Int(snapshot.directories[directory].entry)].parent)
            counts.directories[parent] = (counts.directories[parent] ?? 0) + sum
        }
        var listing = self
        listing.words = counts
        return listing
    }

    private func count(in start: Int, at path: RelativePath, _ counter: TextCounter, _ counts: inout WordCounts) {
        var waiting = [(directory: start, path: path)]
        while let (directory, path) = waiting.popLast() {
            for entry in snapshot.sortedEntries(of: directory) {
                let inner = snapshot.entries[entry].directory
                let name = snapshot.name(of: entry)
                if inner >= 0 {
                    waiting.append((Int(inner), path.appending(name)))
                } else if snapshot.entries[entry].kind == .file {
                    count(entry, at: path.appending(name), counter, &counts)
                }
            }
        }
    }

    private func count(_ entry: Int, at path: RelativePath, _ counter: TextCounter, _ counts: inout WordCounts) {
        guard WordCounts.isText(snapshot.name(of: entry)) else { return }
        switch counter.count(path) {
        case .words(let number):
            counts.files[entry] = number
            let directory = Int(snapshot.entries[entry].parent)
            counts.directories[directory] = (counts.directories[directory] ?? 0) + number
        case .noText: break
        case .tooLarge: counts.tooLarge.append(path)
        case .unreadable(let error): counts.unreadable.append("\(error)")
        }
    }

    /// Whether a directory is Trash or Rejected.
    private func isShelf(_ directory: Int) -> Bool {
        let role = binding[Int(snapshot.directories[directory].entry)].flatMap { model.nodes[$0]?.role }
        return role == .trash || role == .rejected
    }
}

/// Counts the words of one file after another. The memory it uses does not depend on the files.
final class TextCounter {
    enum Outcome {
        case words(Int)
        /// It holds a NUL, or is gone.
        case noText
        /// More than ``Search/largestText``.
        case tooLarge
        case unreadable(DiskError)
    }

    private let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 18)
    private var folder: FolderReader
    /// How much was read so far, of all files.
    private(set) var bytesRead: Int64 = 0

    init(_ root: DirectoryHandle) { folder = FolderReader(root) }

    deinit { buffer.deallocate() }

    func count(_ path: RelativePath) -> Outcome {
        do throws(DiskError) { return try read(path) } catch {
            return FolderReader.isGone(error) ? .noText : .unreadable(error)
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
