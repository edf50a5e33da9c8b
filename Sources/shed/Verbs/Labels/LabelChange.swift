import ShedCommand
import ShedProject
import ShedModel

/// What a verb did to a tag, a group of tags or a variable, or would do.
struct LabelChange {
    /// `made`, `renamed` …
    fileprivate let done: String
    /// To what, for people.
    fileprivate let what: String
    /// What it is now, for `--json`.
    fileprivate let json: () throws -> JSONValue

    init(_ done: String, _ what: String, _ json: @autoclosure @escaping () throws -> JSONValue) {
        self.done = done
        self.what = what
        self.json = json
    }
}

extension Session {
    /// What the verbs have in common that make, rename, change or delete a tag, a group of tags or a variable: the project is
    /// opened, the change made and said.
    func changeLabel(_ options: ChangeOptions, _ body: (Project) throws -> LabelChange) throws -> Ending {
        let project = try openToChange(dryRun: options.dryRun)
        let change = try body(project)
        say("\(done(change.done, options.dryRun)) \(change.what)")
        if self.options.json { output.json(try change.json()) }
        warnOfRest(in: project)
        return .done
    }

    /// The project that is worked in, whose labels are to be shown: what others changed of them is taken in where it can be.
    func openToShowLabels() throws -> Reading {
        let project = try openToShow()
        return (try? project.refresh()) ?? project.asKnown
    }

    /// Asks before labels are deleted that something has.
    func confirmDeletion(_ what: String, uses: Int, dryRun: Bool) throws {
        guard uses > 0, !dryRun else { return }
        try confirm("Delete \(what), which \(uses == 1 ? "1 file or folder has" : "\(uses) files and folders have")")
    }
}

extension ProjectReader {
    /// The shape of `tag list --json`.
    func json(of tag: Tag) throws(ShedError) -> JSONValue { tag.json(count: try uses()[LabelKey(.tag, tag.id)] ?? 0) }

    /// The shape of `var list --json`.
    func json(of variable: Variable) throws(ShedError) -> JSONValue { variable.json(count: try uses()[LabelKey(.variable, variable.id)] ?? 0) }
}
