import ShedModel
import ShedProject
import ShedReconcile

/// What a desktop notification says of things that were refused, one for all of a burst, or held back.
struct Announcement {
    var summary: String
    var body: String

    private static let most = 3

    init(of moves: [Move], in project: Name) {
        let rejected = moves.filter { $0.purpose == .reject }.count
        let (count, verb) = rejected == 0 ? (moves.count, "put back") : (rejected, "refused")
        summary = "\(project.escaped): \(count) item\(count == 1 ? " was" : "s were") \(verb)"
        var lines = moves.prefix(Announcement.most).map { ($0.from == $0.to ? "\($0.to)" : "\($0.from) → \($0.to)") + ": \($0.refusal.sentence)" }
        if moves.count > Announcement.most { lines.append("and \(moves.count - Announcement.most) more; “shed status” lists them") }
        body = lines.joined(separator: "\n")
    }

    /// - Parameter hold: what stays, since it is too much at once. What to do comes first: a long text is cut.
    init(of hold: BulkHold, in project: Name) {
        summary = "\(project.escaped): \(hold.count) items would be refused at once; all stay"
        body = "\(hold.remedy) “shed status” lists them."
    }
}
