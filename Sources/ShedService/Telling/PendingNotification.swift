import ShedMessages

/// What waits to be shown: one message, or several in one.
struct PendingNotification {
    /// The longest text that is shown, in Unicode scalars before markup is escaped.
    static let longest = 200

    private(set) var summary: String
    private var lines: [String]
    private var more = 0
    private(set) var actions: [NotificationAction]
    /// The words for what does not fit.
    private let catalogue: Catalogue

    init(summary: String, body: String, actions: [NotificationAction] = [], _ catalogue: Catalogue = .english) {
        self.actions = actions
        self.catalogue = catalogue
        self.summary = NotificationText.line(summary, atMost: Self.longest)
        lines = [NotificationText.line(body, atMost: Self.longest)]
    }

    var withoutActions: PendingNotification {
        var result = self
        result.actions = []
        return result
    }

    /// Takes in a later message: its summary is shown, both bodies, and what both offer to do.
    mutating func merge(_ later: PendingNotification) {
        summary = later.summary
        more += later.more
        actions.removeAll { action in !later.actions.contains { $0.key == action.key } }
        for line in later.lines {
            if lines.count < 10 { lines.append(line) } else { more += 1 }
        }
    }

    /// The bodies, a line each; what does not fit is counted.
    var body: String {
        guard lines.count + more > 1 else { return lines.first ?? "" }
        // Room for “… and 1000000000 more” stays free.
        var room = Self.longest - 30
        var shown: [String] = []
        for line in lines {
            let text = shown.isEmpty ? NotificationText.line(line, atMost: room) : line
            guard text.unicodeScalars.count + 1 <= room || shown.isEmpty else { break }
            shown.append(text)
            room -= text.unicodeScalars.count + 1
        }
        let rest = lines.count - shown.count + more
        return (rest > 0 ? shown + [catalogue.text(.moreShown(count: rest))] : shown).joined(separator: "\n")
    }
}
