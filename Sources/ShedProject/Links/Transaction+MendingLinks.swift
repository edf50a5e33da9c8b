import Glibc
import ShedDisk
import ShedLinks
import ShedMessages
import ShedModel
import ShedReconcile

/// What came of mending links, or would.
public struct LinkMending: Sendable {
    /// In the order of their paths.
    public var documents: [MendedDocument] = []
    /// The links that lead nowhere and were left.
    public var left: [BrokenLink] = []
    /// Documents that were left as they are although links of theirs could be mended, and why: a clause.
    public var passedOver: [(path: RelativePath, reason: Message)] = []
    /// Documents that were not looked into, since there is too much in them.
    public var tooLarge: [RelativePath] = []

    public var linkCount: Int { documents.reduce(0) { $0 + $1.links.count } }
}

extension Transaction {
    /// Mends the links of documents that a move has broken: of what stood where a link leads to, the document says where it stands now.
    ///
    /// Only the bytes of the paths change. All documents change together or none does; what they held is kept for `undo`. A document that
    /// somebody changed since it was read is left, and so is one that has several names, or that an editor or another program has open to
    /// write to it.
    /// - Parameters:
    ///   - places: the documents at or below these alone; `nil`: all.
    ///   - isAsked: whether a person is shown what is mended before it is.
    /// - Throws: ``ShedError`` of kind refused where somebody changed a document meanwhile: nothing was changed then.
    public func mendLinks(at places: [RelativePath]? = nil, isAsked: Bool = true, dryRun: Bool = false) throws(ShedError) -> LinkMending {
        let state = try load()
        var survey = LinkSurvey(self, state, isAsked: isAsked)
        var documents = LinkedDocumentReader(root)
        var locks = EditorLocks(below: root)
        var mending = LinkMending()
        var evidence: [RelativePath: Evidence] = [:]
        for (path, id) in survey.documents(at: places) {
            guard let document = documents.read(path, id: id) else { continue }
            let broken = try survey.broken(in: document)
            let mended = broken.compactMap { item -> MendedLink? in
                guard let edit = item.edit, let target = item.broken.fate.mended else { return nil }
                let old = Array(document.bytes[edit.range])
                return MendedLink(line: item.broken.line, column: item.broken.column, old: old, new: edit.bytes, target: target, range: edit.range)
            }
            mending.left += broken.lazy.filter { $0.edit == nil }.map(\.broken)
            guard !mended.isEmpty else { continue }
            if let reason = hindrance(to: mended, in: document, state, &locks) {
                mending.passedOver.append((path, reason))
            } else {
                mending.documents.append(MendedDocument(path: path, id: id, links: mended))
                evidence[path] = document.evidence
            }
        }
        mending.tooLarge = documents.tooLarge
        if !dryRun, !mending.documents.isEmpty { try write(mending, evidence) }
        return mending
    }

    /// Mends links once something was moved, where the settings ask for it. What cannot be mended now is mended after the next move, or by
    /// `fix-links`.
    func mendLinksOfMoves() {
        // What was owed while links were mended is not done once they are not, and are again some day.
        if isWriting, hasMovedHere, settings.links != .mend { owedMending?.settle() }
        // What is owed of a move waits for whoever may be about to take that back.
        guard isWriting, settings.links == .mend, hasMovedHere || !isSettlingUnderWay && owedMending?.isOwed == true else { return }
        hasMovedHere = false
        // Without the batches that are missing, nobody knows what stood where.
        guard store.state?.incomplete.isEmpty == true else { return }
        Interruption.point("links-owed")
        defer { owedMending?.settle() }
        do throws(ShedError) {
            let done = try mendLinks(isAsked: false)
            if !done.documents.isEmpty { project.linkNews.append(.mendedLinks(count: done.linkCount, documents: done.documents.count)) }
            for (path, reason) in done.passedOver.prefix(Self.mostNamed) { project.linkNews.append(.linksLeft(path: "\(path)", reason: reason)) }
            if done.passedOver.count > Self.mostNamed { project.linkNews.append(.moreLeftAsTheyAre(count: done.passedOver.count - Self.mostNamed)) }
        } catch {
            // All documents stay as they were.
            project.linkNews.append(error.words)
        }
    }

    /// Notes, before a plan is committed that moves something, that links are to be mended then: whoever comes after one that is killed in between
    /// mends them. What another device has moved, that device's own links follow, and come along: to change them here too would have the two
    /// conflict.
    func oweMending(for plan: Plan) {
        guard isWriting, !plan.moves.isEmpty || plan.changes.contains(where: { $0.kind == .moved && !$0.isCarried }) else { return }
        hasMovedHere = true
        if settings.links == .mend { owedMending?.owe() }
    }

    private var owedMending: OwedMending? { home.stateFolder.map { OwedMending(in: $0) } }

    /// Of more documents that were passed over only the number is said.
    private static let mostNamed = 10

    /// Why a document is not to be written; `nil` where it may be.
    private func hindrance(to links: [MendedLink], in document: LinkedDocument, _ state: ProjectState, _ locks: inout EditorLocks) -> Message? {
        if let evidence = document.evidence, evidence.links > 1 { return .hasOtherNames }
        if let lock = locks.lock(of: document.path, isFolder: false) { return .openInEditor(lock: "\(lock)") }
        if let name = document.path.last, (try? root.openDirectory(at: document.path.parent))?.isBeingWritten(name) == true { return .openToWrite }
        do throws(ShedError) {
            let placed = try find(document.path, state)
            try mayBe(.rewriting(placed))
        } catch { return error.words }
        // What is written is read once more: it is to say what it was to say, and nothing else is to have become a link or ceased to be one.
        return document.holds(links) ? nil : .linksReadOtherwise
    }

    private func write(_ mending: LinkMending, _ evidence: [RelativePath: Evidence]) throws(ShedError) {
        try requireWriting()
        var change = try stageChange()
        var remade: [RelativePath: Message] = [:]
        do {
            for document in mending.documents {
                guard let name = document.path.last, let known = evidence[document.path] else { continue }
                let folder = try root.openDirectory(at: document.path.parent)
                let (bytes, now) = try folder.readTextWithEvidence(name, atMost: LinkFinder.largest)
                guard now.identity == known.identity, !now.differsInContent(from: known) else {
                    throw ShedError(.refused, .changedMeanwhile(path: "\(document.path)"), remedy: .changedBySomebody)
                }
                // RACE: one that is saved between this look and the exchange is seen there, and all is taken back.
                try change.write(LinkEdit.applied(document.links, to: bytes), to: document.path, replacing: (now, folder))
                remade[document.path] = .linksMended(count: document.links.count)
            }
        } catch {
            discard(change)
            throw ShedError(error)
        }
        change.words = .mendedLinks(count: mending.linkCount, documents: mending.documents.count)
        Interruption.point("links-staged")
        try carryOut(change, remade: remade)
    }
}

/// That links are still to be mended after a move: an empty file in the project's folder of the state directory. Where it cannot be written, they
/// are mended after the next move.
private struct OwedMending {
    private let path: String

    init(in folder: ProjectStateFolder) { path = folder.path + "/links-owed" }

    var isOwed: Bool { access(path, F_OK) == 0 }

    func owe() {
        let file = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
        if file >= 0 { close(file) }
    }

    func settle() { unlink(path) }
}

/// Puts other bytes in place of the paths of links.
enum LinkEdit {
    /// - Parameter links: in the order of their ranges, none in another.
    static func applied(_ links: [MendedLink], to bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + links.reduce(0) { $0 + $1.new.count })
        var position = 0
        for link in links where link.range.lowerBound >= position && link.range.upperBound <= bytes.count {
            result += bytes[position..<link.range.lowerBound]
            result += link.new
            position = link.range.upperBound
        }
        return result + bytes[position...]
    }
}

extension LinkedDocument {
    /// Whether the document with other paths in its links has just these links, and they lead where they are to.
    func holds(_ edits: [MendedLink]) -> Bool {
        guard let format = path.last.flatMap(DocumentFormat.init) else { return false }
        let written = LinkEdit.applied(edits, to: bytes)
        let now = LinkFinder.links(in: written, as: format)
        guard now.count == links.count else { return false }
        var rest = edits[...]
        var shift = 0
        for (before, after) in zip(links, now) {
            guard after.form == before.form, after.range.lowerBound == before.range.lowerBound + shift else { return false }
            guard let edit = rest.first, edit.range.lowerBound == before.range.lowerBound else {
                guard written[after.range].elementsEqual(bytes[before.range]) else { return false }
                continue
            }
            rest = rest.dropFirst()
            guard after.range.count == edit.new.count, leads(after, to: edit.target) else { return false }
            shift += edit.new.count - edit.range.count
        }
        return rest.isEmpty
    }

    private func leads(_ link: DocumentLink, to target: RelativePath) -> Bool {
        switch link.target {
        case .path(let path):
            path.paths(from: self.path.parent).first == target || path.longerPaths(from: self.path.parent).contains(target)
        case .name(let name): target.last.map { $0 == name || $0.parts.stem.elementsEqual(name.bytes) } ?? false
        case .node: false
        }
    }
}
