import ShedDisk
import ShedModel

/// Beside the texts, the annotations of PDFs in which something is written, kept likewise: one file for each content,
/// `SHA256.annotations`, also where there are none. Earlier versions of shed do not know it and leave it alone.
extension TextStore {
    private static let annotationsSuffix = ".annotations"
    private static let mostFiles = 1_000_000

    /// The contents whose annotations were read. One look at the names.
    public func annotatedContents() throws(PapersError) -> Set<ContentHash> {
        try PapersError.onDisk { () throws(DiskError) in
            Set(try directory.list(atMost: TextStore.mostFiles).compactMap { $0.kind == .file ? TextStore.annotated($0.name) : nil })
        }
    }

    /// - Returns: `nil` where there are none that are whole.
    public func annotations(of hash: ContentHash) throws(PapersError) -> KeptAnnotations? {
        do throws(DiskError) {
            return KeptAnnotations(file: try directory.readText(TextStore.annotationsName(hash), atMost: KeptAnnotations.largest))
        } catch {
            guard [.notFound, .isLink, .notFile, .tooLarge].contains(error.code) else { throw PapersError(error) }
            return nil
        }
    }

    /// The file of the annotations of a content, as it is on the disk. It is not opened.
    public func annotationsFile(of hash: ContentHash) throws(PapersError) -> Evidence? {
        try PapersError.onDisk { () throws(DiskError) in try directory.evidence(of: TextStore.annotationsName(hash)) }
    }

    /// Reads the annotations of a PDF and keeps them, durably.
    public func takeAnnotations(of file: PDFFile, _ tools: Tools, _ cancellation: Cancellation) throws(PapersError) -> (hash: ContentHash, KeptAnnotations) {
        let hash = try file.hash()
        let kept = KeptAnnotations(try PDFAnnotation.pages(of: file, tools, cancellation))
        try PapersError.onDisk { () throws(DiskError) in try directory.write(TextStore.annotationsName(hash), kept.file, replacing: true) }
        return (hash, kept)
    }

    /// Removes the annotations of a content.
    public func forgetAnnotations(of hash: ContentHash) throws(PapersError) {
        try PapersError.onDisk { () throws(DiskError) in try directory.removeFile(TextStore.annotationsName(hash)) }
    }

    static func annotationsName(_ hash: ContentHash) -> Name { Name("\(hash)\(annotationsSuffix)") }

    /// The content that a file keeps the annotations of; `nil` for another file.
    static func annotated(_ name: Name) -> ContentHash? {
        guard let text = name.text, text.hasSuffix(annotationsSuffix) else { return nil }
        let word = String(text.dropLast(annotationsSuffix.count))
        guard let hash = ContentHash(word), hash.description == word else { return nil }
        return hash
    }
}
