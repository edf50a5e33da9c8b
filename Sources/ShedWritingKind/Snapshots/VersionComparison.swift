import ShedDisk
import ShedMessages
import ShedModel
import ShedProject
import ShedWriting

/// How long texts may be that are compared, in bytes.
enum WordDiffLimit {
    static let text = WordDiff.longest
}

/// How one version of a file became another.
struct VersionComparison {
    /// What differs.
    enum Difference {
        /// Nothing.
        case none
        /// Words of both texts.
        case words(WordDiff, old: [UInt8], new: [UInt8])
        /// They are no texts, or too long.
        case files
        /// The texts are the same, and the documents around them are not.
        case form
    }

    var old: VersionContent
    var new: VersionContent
    var oldHash: ContentHash
    var newHash: ContentHash
    var difference: Difference
}

extension ProjectReader {
    /// Compares two versions of a file: by words where both are texts, or documents of which pandoc knows the text.
    /// - Throws: ``ShedError`` of kind environment where pandoc is needed and not installed.
    func compare(_ old: VersionContent, _ new: VersionContent) throws(ShedError) -> VersionComparison {
        do {
            let (oldHash, newHash) = (try old.hash(), try new.hash())
            var comparison = VersionComparison(old: old, new: new, oldHash: oldHash, newHash: newHash, difference: .none)
            guard oldHash != newHash else { return comparison }
            guard let left = try text(of: old), let right = try text(of: new) else {
                comparison.difference = .files
                return comparison
            }
            let diff = WordDiff(left, right)
            comparison.difference = diff.isEmpty ? .form : .words(diff, old: left, new: right)
            return comparison
        } catch { throw ShedError(error) }
    }

    /// `nil` where it is no text, or a longer one than can be compared.
    private func text(of content: VersionContent) throws -> [UInt8]? {
        if let format = content.path.last.flatMap(DocumentFormat.init) {
            let path = content.path
            guard let pandoc = Pandoc(surroundings) else { throw Pandoc.missing(for: path) }
            guard content.size <= Int64(DocumentFormat.largest) else { return nil }
            switch content.source {
            case .file(let file): return try pandoc.text(of: file, format, shown: path)
            case .bytes(let bytes): return try withFile(bytes) { file in try pandoc.text(of: file, format, shown: path) }
            }
        }
        guard let bytes = try content.bytes(atMost: WordDiffLimit.text), !bytes.contains(0) else { return nil }
        return bytes
    }

    /// Gives bytes to somebody who reads a file, which is gone afterwards.
    private func withFile<Result>(_ bytes: [UInt8], _ body: (ReadableFile) throws -> Result) throws -> Result {
        let work = try surroundings.makeStateDirectory("work")
        let name = DirectoryHandle.temporaryName()
        try work.write(name, bytes, replacing: false)
        defer { try? work.removeFile(name) }
        return try body(try work.file(name))
    }
}
