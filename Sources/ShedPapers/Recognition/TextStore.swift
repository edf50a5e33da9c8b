import ShedDisk
import ShedModel

/// The text of PDFs, kept by their content: one file for each, `SHA256-eng+deu.text`, named by what it was taken from and
/// the languages in which pages were recognised (`layer` where none had to be). It is written when all pages are done, and
/// never changed. Pages that are recognised on the way there are kept one by one (``TextCache``).
///
/// Anybody may have written what stands there: a file is read only up to a limit and only if it is whole; links are not
/// followed. It can be deleted at any time; that costs the time of reading the PDFs again.
public struct TextStore: Sendable {
    public let directory: DirectoryHandle

    private static let suffix = ".text"
    private static let most = 1_000_000
    /// In place of languages, where every page carries its text itself.
    public static let noLanguage = "layer"

    public init(_ directory: DirectoryHandle) { self.directory = directory }

    /// The pages that were recognised of PDFs that are not done yet.
    var pages: TextCache { TextCache(directory) }

    /// For which contents there is a text, and in which languages pages were recognised for it. One look at the names.
    public func contents() throws(PapersError) -> [ContentHash: Set<String>] {
        try PapersError.onDisk { () throws(DiskError) in
            var found: [ContentHash: Set<String>] = [:]
            for entry in try directory.list(atMost: TextStore.most) where entry.kind == .file {
                guard let (hash, languages) = TextStore.parts(entry.name) else { continue }
                found[hash, default: []].insert(languages)
            }
            return found
        }
    }

    /// Those of some languages in which there is a text of a content that is whole.
    /// - Parameter isThorough: whether all of it is read; if not, its first line, which says how long the file is.
    public func whole(of hash: ContentHash, _ languages: Set<String>, isThorough: Bool) throws(PapersError) -> Set<String> {
        var whole: Set<String> = []
        for language in languages {
            if isThorough {
                if try text(of: hash, [language]) != nil { whole.insert(language) }
                continue
            }
            do throws(DiskError) {
                let file = try directory.file(TextStore.name(hash, language))
                guard file.size <= KeptText.largest else { continue }
                if KeptText.length(head: try file.read(at: 0, atMost: KeptText.longestHeader)).map(Int64.init) == file.size { whole.insert(language) }
            } catch {
                guard [.notFound, .isLink, .notFile].contains(error.code) else { throw PapersError(error) }
            }
        }
        return whole
    }

    /// Reads a text.
    /// - Parameter languages: as ``contents()`` says them. Of several, the first in the order of their bytes is meant.
    /// - Returns: `nil` where there is none that is whole.
    public func text(of hash: ContentHash, _ languages: Set<String>) throws(PapersError) -> KeptText? {
        for language in languages.sorted() {
            do throws(DiskError) {
                if let text = KeptText(file: try directory.readText(TextStore.name(hash, language), atMost: KeptText.largest)) { return text }
            } catch {
                guard [.notFound, .isLink, .notFile, .tooLarge].contains(error.code) else { throw PapersError(error) }
            }
        }
        return nil
    }

    /// The files of the texts of a content, as they are on the disk. They are not opened.
    public func files(of hash: ContentHash, _ languages: Set<String>) throws(PapersError) -> [Evidence] {
        var files: [Evidence] = []
        for language in languages {
            try PapersError.onDisk { () throws(DiskError) in if let file = try directory.evidence(of: TextStore.name(hash, language)) { files.append(file) } }
        }
        return files
    }

    /// Keeps a text, durably, instead of those of other languages; and forgets the single pages that it came from.
    func keep(_ text: KeptText, of hash: ContentHash, _ languages: [String]) throws(PapersError) {
        let name = TextStore.name(hash, text.engine == nil ? TextStore.noLanguage : TextStore.word(languages))
        try PapersError.onDisk { () throws(DiskError) in try directory.write(name, text.file, replacing: true) }
        // What is left over is found by the next one; it harms nobody.
        for other in (try? contents())?[hash] ?? [] where TextStore.name(hash, other) != name {
            try? directory.removeFile(TextStore.name(hash, other))
        }
        try? directory.removeTree(Name(hash.description))
    }

    /// Of how many pages recognition failed, by the text that ``text(of:_:)`` would read, and its languages. Reads its first
    /// line alone, and believes it.
    /// - Returns: `nil` where there is no text, or none that was recognised in any language.
    public func failures(of hash: ContentHash, _ languages: Set<String>) throws(PapersError) -> (pages: Int, languages: [String])? {
        for language in languages.sorted() where language != TextStore.noLanguage {
            do throws(DiskError) {
                let head = try directory.file(TextStore.name(hash, language)).read(at: 0, atMost: KeptText.longestHeader)
                if let count = KeptText.failures(head: head) { return (count, language.split(separator: "+").map(String.init)) }
            } catch {
                guard [.notFound, .isLink, .notFile].contains(error.code) else { throw PapersError(error) }
            }
        }
        return nil
    }

    /// The texts of contents that are not needed, single pages of such, and annotations, in the order of their names. Others' files
    /// are none of it.
    /// - Parameter annotated: the contents whose annotations are needed.
    public func surplus(keeping needed: Set<ContentHash>, annotated: Set<ContentHash>) throws(PapersError) -> [Surplus] {
        try PapersError.onDisk { () throws(DiskError) in
            var found: [Surplus] = []
            for entry in try directory.list(atMost: TextStore.most) {
                let annotations = entry.kind == .directory ? nil : TextStore.annotated(entry.name)
                let hash = annotations ?? (entry.kind == .directory ? TextCache.hash(entry.name) : TextStore.parts(entry.name)?.0)
                guard let hash, !(annotations == nil ? needed : annotated).contains(hash), let evidence = try directory.evidence(of: entry.name) else { continue }
                let size = entry.kind == .directory ? try TextCache.size(of: entry.name, in: directory) : evidence.size
                found.append(Surplus(.text, entry.name, evidence, size: size))
            }
            return found.sorted { $0.name < $1.name }
        }
    }

    /// Removes something that ``surplus(keeping:)`` found.
    /// - Throws: `disk(.changed)` if another file has its name by now.
    public func remove(_ surplus: Surplus) throws(PapersError) { try surplus.remove(from: directory) }

    /// Removes the texts of a content.
    public func forget(_ hash: ContentHash, _ languages: Set<String>) throws(PapersError) {
        for language in languages {
            try PapersError.onDisk { () throws(DiskError) in try directory.removeFile(TextStore.name(hash, language)) }
        }
    }

    /// Languages as names have them.
    public static func word(_ languages: [String]) -> String { languages.joined(separator: "+") }

    private static func name(_ hash: ContentHash, _ languages: String) -> Name { Name("\(hash)-\(languages)\(suffix)") }

    private static func parts(_ name: Name) -> (ContentHash, String)? {
        guard let text = name.text, text.hasSuffix(suffix), let dash = text.firstIndex(of: "-"), let hash = ContentHash(String(text[..<dash])),
            hash.description == text[..<dash]
        else { return nil }
        let languages = String(text[text.index(after: dash)...].dropLast(suffix.utf8.count))
        return isWord(languages) ? (hash, languages) : nil
    }

    /// Whether every part is a code as Tesseract has them: letters, digits and underscores.
    private static func isWord(_ text: String) -> Bool {
        text.split(separator: "+", omittingEmptySubsequences: false).allSatisfy(TextLanguage.isCode)
    }
}
