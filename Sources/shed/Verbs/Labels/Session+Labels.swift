import ShedEngine
import ShedModel

extension Session {
    /// Says that of the pages that were asked for there is none.
    func sayNoPageFits() -> Ending {
        say("no page fits; nothing was changed")
        return .findings
    }

    /// Says what was done to nodes, one by one where they are few.
    /// - Parameters:
    ///   - label: the key under which the JSON says what was given or taken, and its value.
    ///   - done: what was done to a node, for people, behind its path; `same` where nothing was to do.
    func say(
        _ nodes: [Labelling], label: (key: String, value: JSONValue), done: String, same: String, dryRun: Bool
    ) {
        if options.zero { return nodes.forEach { output.path($0.path.isRoot ? [UInt8(ascii: ".")] : $0.path.bytes) } }
        if options.json {
            var object = JSONBuilder()
            object.add(label.key, label.value)
            object.add("nodes", .array(nodes.map(\.json)))
            return output.json(object.value)
        }
        let most = 20
        let would = dryRun ? "would have " : ""
        for node in nodes.prefix(most) {
            let path = node.path.isRoot ? "the project" : "\(node.path)"
            say(node.isChanged ? "\(would)\(done): \(path)" : "\(path) \(same)")
        }
        if nodes.count > most { say("and \(nodes.count - most) more, \(nodes.count { $0.isChanged }) changed in all") }
    }

    /// The scope that an option names.
    func scope(_ text: String?) throws(ShedError) -> LabelScope? {
        guard let text else { return nil }
        return LabelScope(rawValue: try self.text(text, of: "--scope"))
    }

    /// The options that a list names.
    func options(_ list: String) throws(ShedError) -> [String] {
        try text(list, of: "the list").split(separator: ",", omittingEmptySubsequences: false).map { part in
            let start = part.drop(while: \.isWhitespace)
            return String(start.reversed().drop(while: \.isWhitespace).reversed())
        }
    }

    /// Asks before labels are deleted that something has.
    func confirmDeletion(_ what: String, uses: Int, dryRun: Bool) throws {
        guard uses > 0, !dryRun else { return }
        try confirm("Delete \(what), which \(uses == 1 ? "1 file or folder has" : "\(uses) files and folders have")")
    }
}
