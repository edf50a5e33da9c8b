import ShedMessages
import ShedModel
import ShedProject
import ShedReconcile

/// What a desktop notification says of things that were refused, one for all of a burst, or held back.
struct Announcement {
    var summary: Message
    /// The body's.
    var lines: [Message]

    private static let most = 3

    init(of moves: [Move], in project: Name) {
        let rejected = moves.filter { $0.purpose == .reject }.count
        summary = rejected == 0 ? .putBackItems(project: project.escaped, count: moves.count) : .refusedItems(project: project.escaped, count: rejected)
        lines = moves.prefix(Announcement.most).map { .about(subject: $0.from == $0.to ? "\($0.to)" : "\($0.from) → \($0.to)", text: $0.refusal.sentence) }
        if moves.count > Announcement.most { lines.append(.statusListsMore(count: moves.count - Announcement.most)) }
    }

    /// - Parameter copies: conflict copies that came, one for all of a burst. What to do comes first: a long text is cut.
    init(ofConflictCopies copies: [RelativePath], in project: Name) {
        summary = .conflictCopiesCame(project: project.escaped, count: copies.count)
        lines = [.conflictsListsThem] + copies.prefix(Announcement.most).map { .verbatim("\($0)") }
        if copies.count > Announcement.most { lines.append(.furtherOnes(count: copies.count - Announcement.most)) }
    }

    /// - Parameter count: of the links that lead nowhere since somebody moved something.
    init(ofBrokenLinks count: Int, in project: Name) {
        summary = .linksBroken(project: project.escaped, count: count)
        lines = [.fixLinksShowsThem]
    }

    /// - Parameter news: what became of links that were mended by themselves.
    init(ofMendedLinks news: [Message], in project: Name) {
        summary = .linksSinceMove(project: project.escaped)
        lines = news
    }

    /// - Parameter project: one under which the daemon failed.
    init(leavingAlone project: Name, at root: [UInt8]) {
        summary = .leftAlone(project: project.escaped)
        lines = [.trustTakesItUpAgain(folder: ShellWord.quote(root))]
    }

    /// - Parameter hold: what stays, since it is too much at once. What to do comes first: a long text is cut.
    init(of hold: BulkHold, in project: Name) {
        summary = .heldItems(project: project.escaped, count: hold.count)
        lines = [.statusListsThem(remedy: hold.remedy)]
    }

    /// - Parameter reason: why the project at a root is only looked at. What to do comes first: a long text is cut.
    init(askingForTrustIn root: [UInt8], _ reason: ShedError) {
        let name = EscapedText.escape(root.split(separator: UInt8(ascii: "/")).last ?? [])
        summary = .trustWanted(name: name)
        lines = [reason.advice, reason.words]
    }
}
