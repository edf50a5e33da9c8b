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

    /// What of it is to be done by document.
    fileprivate var shown: [RelativePath: ShownDocument] {
        Dictionary(documents.map { ($0.path, ShownDocument($0.id, $0.links)) }) { first, _ in first }
    }
}

/// What a person was shown of a document: which links become what, wherever in it they stand.
private struct ShownDocument: Equatable {
    private struct Link: Equatable {
        var old: [UInt8]
        var new: [UInt8]
        var target: RelativePath
    }

    private let id: NodeID
    private let links: [Link]

    init(_ id: NodeID, _ links: [MendedLink]) { (self.id, self.links) = (id, links.map { Link(old: $0.old, new: $0.new, target: $0.target) }) }
}

/// A document as it was when its links were looked for.
struct ReadDocument {
    var evidence: Evidence
    var hash: ContentHash
}

extension Transaction {
    /// Mends the links of documents that a move has broken: of what stood where a link leads to, the document says where it stands now.
    ///
    /// Only the bytes of the paths change. All documents change together or none does; what they held is kept for `undo`. A document that
    /// somebody changed since it was read is left, and so is one that has several names, or that an editor or another program has open to
    /// write to it. Those are left too for which `undo` has no room in one entry (``roomForUndo``): the next mending takes them.
    /// - Parameters:
    ///   - places: the documents at or below these alone; `nil`: all.
    ///   - isAsked: whether a person is shown what is mended before it is.
    ///   - shown: what a person was shown and has agreed to: a document of which something else is to be mended by now is left. `nil`: whatever
    ///     there is.
    /// - Throws: ``ShedError`` of kind refused where somebody changed a document meanwhile: nothing was changed then.
    public func mendLinks(
        at places: [RelativePath]? = nil, isAsked: Bool = true, shown: LinkMending? = nil, dryRun: Bool = false
    ) throws(ShedError) -> LinkMending {
        try mendLinks(at: places, isAsked: isAsked, shown: shown, dryRun: dryRun, room: roomForUndo)
    }

    /// - Parameter room: so many bytes of what documents hold are kept for `undo`.
    func mendLinks(
        at places: [RelativePath]? = nil, isAsked: Bool = true, shown: LinkMending? = nil, dryRun: Bool = false, room: Int64
    ) throws(ShedError) -> LinkMending {
        let state = try load()
        let shown = shown?.shown
        var room = room
        var survey = LinkSurvey(self, state, isAsked: isAsked)
        var documents = LinkedDocumentReader(root)
        var locks = EditorLocks(below: root)
        var mending = LinkMending()
        var read: [RelativePath: ReadDocument] = [:]
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
            } else if let shown, shown[path] != ShownDocument(id, mended) {
                mending.passedOver.append((path, .linksNotShown))
            } else if document.bytes.count > room {
                mending.passedOver.append((path, .beyondUndo))
            } else {
                room -= Int64(document.bytes.count)
                mending.documents.append(MendedDocument(path: path, id: id, links: mended))
                if !dryRun, let evidence = document.evidence { read[path] = ReadDocument(evidence: evidence, hash: ContentHash(of: document.bytes)) }
            }
        }
        mending.tooLarge = documents.tooLarge
        if !dryRun, !mending.documents.isEmpty { try write(mending, asRead: read) }
        return mending
    }

    /// Mends links once something was moved, where the settings ask for it. What cannot be mended now is mended after the next move, or by
    /// `fix-links`.
    func mendLinksOfMoves() {
        // What was owed while links were mended is not done once they are not, and are again some day.
        if isWriting, hasMovedHere, settings.links != .mend { owedMending?.settle() }
        // What is owed of a move waits for whoever may be about to take that back.
        guard isWriting, settings.links == .mend, !isSettlingUnderWay,
            hasMovedHere || !project.leavesOwedLinks && !hasJustFailed && owedMending?.isOwed == true
        else { return }
        hasMovedHere = false
        // Without the batches that are missing, nobody knows what stood where.
        guard (try? load())?.incomplete.isEmpty == true else { return }
        Interruption.point("links-owed")
        // What a killed verb left to be mended is taken back with what it moved, where nothing else was done since.
        let goesOn = owedMending?.entry.map(project.undo.goOn(with:)) ?? false
        defer { if goesOn { project.undo.close() } }
        do throws(ShedError) {
            let done = try mendLinks(isAsked: false)
            owedMending?.settle()
            project.linksFailed = nil
            if !done.documents.isEmpty { project.linkNews.append(.mendedLinks(count: done.linkCount, documents: done.documents.count)) }
            for (path, reason) in done.passedOver.prefix(Self.mostNamed) { project.linkNews.append(.linksLeft(path: "\(path)", reason: reason)) }
            if done.passedOver.count > Self.mostNamed { project.linkNews.append(.moreLeftAsTheyAre(count: done.passedOver.count - Self.mostNamed)) }
        } catch {
            // All documents stay as they were. What would come again each time is not tried again.
            if error.mayGoWellSoon { project.linksFailed = surroundings.now() } else { owedMending?.settle() }
            if !project.linkNews.contains(error.words) { project.linkNews.append(error.words) }
        }
    }

    /// Mends what a killed verb left to be mended: no part of what this one is to do, also where it could not go on with that verb's entry.
    func mendOwedLinks() {
        let wasOpen = project.undo.isOpen
        mendLinksOfMoves()
        if !wasOpen, project.undo.isOpen { project.undo.close() }
    }

    /// Whether this process has just tried and could not: one that watches the project sees what it takes back, too, and would try without end.
    private var hasJustFailed: Bool { project.linksFailed.map { (0..<DeedHindrance.patience).contains(surroundings.now() - $0) } ?? false }

    /// Notes, before a plan is committed that moves something, that links are to be mended then: whoever comes after one that is killed in between
    /// mends them. What another device has moved, that device's own links follow, and come along: to change them here too would have the two
    /// conflict.
    func oweMending(for plan: Plan) {
        guard isWriting, !plan.moves.isEmpty || plan.changes.contains(where: { $0.kind == .moved && !$0.isCarried }) else { return }
        hasMovedHere = true
        if settings.links == .mend { owedMending?.owe(by: project.undo.number ?? entryLeft(with: plan)) }
    }

    /// Whether what a killed verb has left may have to be mended: it said so, or was killed before it could.
    var mayOweMending: Bool {
        isWriting && settings.links == .mend && !project.leavesOwedLinks && !project.undo.isOpen
            && (owedMending?.isOwed == true || !project.undo.leftUnderWay.isEmpty)
    }

    /// The entry of the undo journal of a verb that was killed and had begun the moves which a plan finds.
    private func entryLeft(with plan: Plan) -> Int? {
        guard let number = project.undo.leftUnderWay.last, let entry = try? project.undo.journal?.entry(number) else { return nil }
        let found = Set(plan.changes.lazy.filter { $0.kind == .moved }.map { $0.path })
        return entry.steps.contains { step in if case .moved(let move) = step { found.contains(move.to) } else { false } } ? number : nil
    }

    private var owedMending: OwedMending? { home.stateFolder.map { OwedMending(in: $0) } }

    /// Of more documents that were passed over only the number is said.
    private static let mostNamed = 10

    /// Why a document is not to be written; `nil` where it may be.
    private func hindrance(to links: [MendedLink], in document: LinkedDocument, _ state: ProjectState, _ locks: inout EditorLocks) -> Message? {
        if let evidence = document.evidence, evidence.links > 1 { return .hasOtherNames }
        if let lock = locks.lock(of: document.path, isFolder: false) { return .openInEditor(lock: "\(lock)") }
        if root.isBeingWritten(at: document.path) { return .openToWrite }
        if let folder = try? root.openDirectory(at: document.path.parent), !folder.isWritable {
            return DiskError(errno: EACCES, action: "write in", path: folder.label).why
        }
        do throws(ShedError) {
            let placed = try find(document.path, state)
            try mayBe(.rewriting(placed))
        } catch { return error.words }
        // What is written is read once more: it is to say what it was to say, and nothing else is to have become a link or ceased to be one.
        return document.holds(links) ? nil : .linksReadOtherwise
    }

    /// - Parameter read: the documents as they were when their links were looked for. Where the links stand is true of that alone.
    func write(_ mending: LinkMending, asRead read: [RelativePath: ReadDocument]) throws(ShedError) {
        try requireWriting()
        var change = try stageChange()
        var remade: [RelativePath: Message] = [:]
        do {
            for document in mending.documents {
                guard let name = document.path.last, let known = read[document.path] else { continue }
                let folder = try root.openDirectory(at: document.path.parent)
                let (bytes, now) = try folder.readTextWithEvidence(name, atMost: LinkFinder.largest)
                // Of two saves within one tick of the clock both have the same times.
                let isSameFile = now.identity == known.evidence.identity && !now.differsInContent(from: known.evidence)
                guard isSameFile, ContentHash(of: bytes) == known.hash else {
                    throw ShedError(.refused, .changedMeanwhile(path: "\(document.path)"), remedy: .changedBySomebody)
                }
                // RACE: one that is saved between this look and the exchange is seen there, and all is taken back.
                try change.write(LinkEdit.applied(document.links, to: bytes), to: document.path, replacing: (now, folder), madeOf: known.hash)
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

extension Project {
    /// Whether links are still to be mended that a verb broke which was killed: the next command that writes does so.
    package var owesLinks: Bool {
        guard transaction == nil, home.configuration.settings.links == .mend, let folder = home.stateFolder else { return false }
        return OwedMending(in: folder).isOwed && !isBeingChanged
    }
}

/// That links are still to be mended after a move: a file in the project's folder of the state directory, with the number of the move's entry of
/// the undo journal, where it has one. Where it cannot be written, they are mended after the next move.
private struct OwedMending {
    private let path: String
    /// A number takes no more bytes.
    private static let longest = 20

    init(in folder: ProjectStateFolder) { path = folder.path + "/links-owed" }

    var isOwed: Bool { access(path, F_OK) == 0 }

    /// The entry of what was moved last.
    var entry: Int? {
        guard let file = try? HistoryFile.openFile(path, O_RDONLY) else { return nil }
        return Int(String(decoding: file.read(at: 0, OwedMending.longest), as: UTF8.self))
    }

    /// - Parameter entry: `nil` for what a person moved by hand: whose it was before, it stays.
    func owe(by entry: Int?) {
        guard let file = try? HistoryFile.openFile(path, O_WRONLY | O_CREAT | (entry == nil ? 0 : O_TRUNC)), let entry else { return }
        let bytes = Array("\(entry)".utf8)
        _ = bytes.withUnsafeBytes { Glibc.write(file.descriptor, $0.baseAddress, $0.count) }
    }

    func settle() { unlink(path) }
}

extension ShedError {
    /// Whether links that could not be mended are to be tried again: somebody was at one of the documents, or the disk is full.
    var mayGoWellSoon: Bool { isConflict || tellsOfWriter || isPassing }
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
