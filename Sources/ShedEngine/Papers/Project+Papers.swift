import ShedDisk
import ShedModel
import ShedPapers
import ShedSidecar

extension Project {
    /// Whether the project holds bundles and docs.
    public var hasPapers: Bool { template.folder(.bundles) != nil && template.folder(.docs) != nil }

    /// Whether anything stands at a path on the disk, known or not.
    public func hasEntry(at path: RelativePath) -> Bool {
        guard let name = path.last else { return true }
        return (try? root.openDirectory(at: path.parent).kind(of: name)) != nil
    }

    /// - Throws: in a project of another kind.
    public func requirePapers() throws(ShedError) {
        guard !hasPapers else { return }
        throw ShedError(
            .usage, "\(name) is a project of the kind “\(file.kind)”, which has no bundles and docs",
            remedy: "“shed new papers NAME” makes one that has.")
    }

    /// Takes in what changed, PDFs that were put into the project among it: the first step of every verb for papers. What is
    /// refused stays where it is.
    @discardableResult
    public func takeInPapers() throws(ShedError) -> Outcome {
        try requirePapers()
        rejectedEdits = []
        guard purpose != .look else { return try takeIn() }
        var errand = Errand()
        errand.judgement = .later
        errand.looksIntoPDFs = true
        return try reconcile(errand)
    }

    /// What the project holds. Only after ``takeInPapers()``.
    public func papers() throws(ShedError) -> PapersBook {
        let state = try load()
        guard foreseen == nil else { return PapersBook(state) }
        if let knownBook { return knownBook }
        let book = PapersBook(state)
        knownBook = book
        return book
    }

    /// The bundle that a person means: by its name, case and normalisation aside if no name is just so, its path, or its ID.
    public func bundle(_ word: [UInt8], in book: PapersBook) throws(ShedError) -> PapersBook.Bundle {
        if let id = Project.choose(word, among: book.bundles.map { ($0.id, $0.path) }), let found = book.bundle(id) { return found }
        throw Project.unknown("bundle", word, among: book.bundles.map(\.name), list: "shed bundle list", make: "shed bundle add FILE.pdf")
    }

    /// The doc that a person means, likewise.
    public func doc(_ word: [UInt8], in book: PapersBook) throws(ShedError) -> PapersBook.Doc {
        if let id = Project.choose(word, among: book.docs.map { ($0.id, $0.path) }), let found = book.docs.first(where: { $0.id == id }) { return found }
        throw Project.unknown("doc", word, among: book.docs.map(\.name), list: "shed doc list", make: "shed doc new NAME")
    }

    /// The page group that a person means: by its path from the root or from the folder of docs, as `DOC/GROUP`, or its ID.
    /// - Returns: `nil` where there is none, or where the word names a doc, which goes first in all verbs.
    public func group(_ word: [UInt8], in book: PapersBook) -> PapersBook.Group? {
        guard Project.choose(word, among: book.docs.map { ($0.id, $0.path) }) == nil else { return nil }
        let groups = book.groups
        guard let id = Project.choose(word, among: groups.map { ($0.id, $0.path) }) else { return nil }
        return groups.first { $0.id == id }
    }

    /// The one of several things that a word means, as ``PlaceFinder`` says, for one word.
    static func choose(_ word: [UInt8], among all: [(id: NodeID, path: RelativePath)]) -> NodeID? { PlaceFinder(all).choose(word) }

    static func unknown(_ sort: String, _ word: [UInt8], among names: [Name], list: String, make: String) -> ShedError {
        let shown = EscapedText.escape(word)
        var remedy = names.isEmpty ? "There is none yet: “\(make)” makes one." : "“\(list)” lists them."
        if let nearest = Nearest.of(String(decoding: word, as: UTF8.self), among: names.compactMap(\.text)) { remedy = "Did you mean “\(nearest)”?" }
        return ShedError(.usage, "there is no \(sort) “\(shown)”", remedy: remedy)
    }

    // MARK: What work on PDFs needs

    /// The programs that read and make PDFs. Their work directories are made in the state directory.
    func tools() throws(ShedError) -> Tools {
        do throws(DiskError) { return Tools(scratch: try surroundings.makeStateDirectory("work"), environment: surroundings.environment) } catch {
            throw ShedError(error)
        }
    }

    static let storeName: Name = "store"

    /// The protected copies, in `.shed/store`.
    func store() throws(ShedError) -> ProtectedStore {
        do throws(DiskError) {
            return ProtectedStore(try root.openDirectory(Sidecar.name).openDirectory(Project.storeName, create: true))
        } catch { throw ShedError(error) }
    }

    /// The same, `nil` where there are none; makes nothing.
    func existingStore() throws(ShedError) -> ProtectedStore? {
        do throws(DiskError) {
            return ProtectedStore(try root.openDirectory(Sidecar.name).openDirectory(Project.storeName))
        } catch {
            if [.notFound, .notDirectory, .isLink].contains(error.code) { return nil }
            throw ShedError(error)
        }
    }
}

extension ShedError {
    /// A fault of the work on PDFs.
    init(_ error: PapersError, about path: RelativePath? = nil) {
        let isRefusal = [.notPDF, .encrypted, .damaged, .noPages, .tooManyPages, .tooLarge].contains(error.kind)
        self.init(
            isRefusal ? .refused : .environment, (path.map { "\($0): " } ?? "") + error.message,
            remedy: error.remedy.isEmpty ? "" : error.remedy.prefix(1).uppercased() + error.remedy.dropFirst() + ".")
    }
}
