import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

/// A verb that gives files and folders a tag or a value, or takes it from them.
protocol LabellingVerb: Verb {
    var paths: Paths { get }
    var change: ChangeOptions { get }
}

/// What was done to files and folders, or would be.
struct Labelled {
    fileprivate let nodes: [Labelling]
    /// The key under which the JSON says what was given or taken, and its value.
    fileprivate let label: (key: String, value: JSONValue)
    /// What was done to one, or would be in a dry run, by its path.
    fileprivate let done: (_ isDryRun: Bool, _ path: String) -> Message
    /// What is said of one where nothing was to do, by its path.
    fileprivate let same: (_ path: String) -> Message

    init(
        _ nodes: [Labelling], _ label: (key: String, value: JSONValue), done: @escaping (_ isDryRun: Bool, _ path: String) -> Message,
        same: @escaping (_ path: String) -> Message
    ) {
        self.nodes = nodes
        self.label = label
        self.done = done
        self.same = same
    }
}

extension LabellingVerb {
    var delegation: Delegation { change.dryRun || paths.readsInput ? .never : .change }

    /// Edits what is named or chosen, and says what was done.
    func label(_ session: Session, in project: Project, _ edit: (Transaction, [RelativePath]) throws(ShedError) -> Labelled) throws(ShedError) -> Ending {
        guard let labelled = try paths.edit(session, in: project, edit) else {
            session.say(Paths.nothingFits)
            return .findings
        }
        say(labelled, session)
        session.warnOfRest(in: project)
        return .done
    }

    /// One by one where they are few.
    private func say(_ labelled: Labelled, _ session: Session) {
        let nodes = labelled.nodes
        if global.zero { return nodes.forEach { session.output.path(session.style.place($0.path)) } }
        if global.json {
            var object = JSONBuilder()
            object.add(labelled.label.key, labelled.label.value)
            object.add("nodes", .array(nodes.map(\.json)))
            return session.output.json(object.value)
        }
        let most = 20
        for node in nodes.prefix(most) {
            let path = node.path.isRoot ? session.style.text(.theProject) : session.style.path(node.path)
            session.say(node.isChanged ? labelled.done(change.dryRun, path) : labelled.same(path))
        }
        if nodes.count > most { session.say(.moreLabelled(count: nodes.count - most, changed: nodes.count { $0.isChanged })) }
    }
}
