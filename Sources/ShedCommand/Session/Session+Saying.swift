import ShedMessages
import ShedProject
import ShedModel
import ShedRules

extension Session {
    /// Says what a verb did, in one line, unless it is to be quiet or prints something else.
    package func say(_ text: String) {
        guard !options.quiet, !options.json, !options.zero else { return }
        output.line(text)
    }

    /// The same in the language of who reads it.
    package func say(_ message: Message) { say(style.text(message)) }

    /// Says something on stderr.
    package func note(_ message: Message) { output.note("shed: \(style.text(message))") }

    /// The same of a sentence that lacks its full stop.
    package func note(sentence: Message) { output.note("shed: \(style.text(sentence))\(style.text(.fullStop))") }

    /// Says on stderr that what was moved in a folder may not be on the disk.
    package func note(_ folder: UnsyncedFolder) { note(.movedPerhapsUnsaved(folder: folder.path, reason: folder.reason)) }

    /// Says on stderr why one of several things was left, and what to do.
    package func warn(of error: ShedError) { _ = ErrorMessage.tell(error, style) { output.note($0) } }

    /// Says what moved, or would; and how many links of documents that broke.
    /// - Parameter verb: `moved`, `restored` or `renamed`.
    package func sayMoved(_ pairs: [(from: RelativePath, to: RelativePath)], verb: String, in project: Project, dryRun: Bool) {
        defer { if !dryRun { warnOfBrokenLinks(by: pairs, in: project) } }
        if options.zero { return pairs.forEach { output.path(style.place($0.to)) } }
        if options.json {
            return output.json(.array(pairs.map { movedJSON(from: $0.from, to: $0.to, id: id(at: dryRun ? $0.from : $0.to, in: project)) }))
        }
        for (from, to) in pairs {
            say(
                from == to
                    ? .accepted(isDryRun: dryRun, path: style.path(from))
                    : Message.moved(deed: verb, isDryRun: dryRun, from: style.path(from), to: style.path(to)).explained(Respelling(from: from, to: to)))
        }
    }

    /// Says which files were taken out of folders in which they were guests.
    /// - Parameters:
    ///   - target: the folder of which they are guests instead, if any.
    ///   - isWhole: whether that is all that was done; else the rest has the output for programs.
    package func sayTakenOut(_ taken: [(path: RelativePath, folder: RelativePath)], to target: RelativePath? = nil, dryRun: Bool, isWhole: Bool = true) {
        guard isWhole || !(options.zero || options.json) else { return }
        if options.zero { return taken.forEach { output.path(style.place($0.path)) } }
        if options.json {
            return output.json(.array(taken.map { item in
                var object = JSONBuilder()
                object.add("path", item.path)
                object.add("takenOutOf", item.folder)
                if let target { object.add("putInto", target) }
                return object.value
            }))
        }
        for item in taken {
            if let target { say(.collected(isDryRun: dryRun, path: style.path(item.path), folder: style.path(target))) }
            say(.takenOut(isDryRun: dryRun, path: style.path(item.path), folder: style.path(item.folder)))
        }
    }

    /// Moves things; where that fails midway, what was moved is said before the error.
    package func sayingWhatMoved<Result>(
        _ verb: String = "moved", in project: Project, _ body: () throws(ShedError) -> Result
    ) throws(ShedError) -> Result {
        do throws(ShedError) { return try body() } catch {
            if !error.moved.isEmpty { sayMoved(error.moved, verb: verb, in: project, dryRun: false) }
            throw error
        }
    }

    /// Says what was deleted for good, or would be.
    package func sayDeleted(_ doomed: [(path: RelativePath, id: NodeID?)], dryRun: Bool) {
        if options.zero { return doomed.forEach { output.path(style.place($0.path)) } }
        if options.json { return output.json(.array(doomed.map { movedJSON(from: $0.path, to: nil, id: $0.id) })) }
        for (path, _) in doomed { say(.deleted(isDryRun: dryRun, path: style.path(path))) }
    }

    /// `moved`, or `would have moved` for a dry run: for what is said in English alone.
    package func done(_ verb: String, _ dryRun: Bool) -> String { dryRun ? "would have \(verb)" : verb }

    package func movedJSON(from: RelativePath, to: RelativePath?, id: NodeID?) -> JSONValue {
        var object = JSONBuilder()
        object.add("from", from)
        object.add("to", to)
        object.add("id", id)
        return object.value
    }

    /// The ID of what stands at a path, after the verb took in what changed; `nil` for one that a dry run made up.
    package func id(at path: RelativePath, in project: Project) -> NodeID? {
        let reading = project.asKnown
        guard let id = try? reading.find(path).node.id, !reading.isProvisional(id) else { return nil }
        return id
    }

    /// Prints a node in the shape of `show --json`.
    package func printShape(_ path: RelativePath, in project: Project) throws(ShedError) {
        output.json(try project.listing(of: path, depth: 0).view(at: path).json)
    }

    /// Says on stderr which texts were not counted.
    package func warnOfUncounted(_ words: WordCounts?) {
        guard let words else { return }
        let most = 10
        for path in words.tooLarge.prefix(most) { note(.wordsNotCounted(path: style.path(path), limit: Int(Search.largestText >> 20))) }
        if words.tooLarge.count > most { note(.moreAsLarge(count: words.tooLarge.count - most)) }
        for message in words.unreadable.prefix(most) { note(sentence: message) }
        if words.unreadable.count > most { note(.moreUnreadable(count: words.unreadable.count - most)) }
    }

    /// Says on stderr what `check` will say of a name that a person chose: it was taken all the same.
    package func warnOfName(at path: RelativePath) {
        guard let name = path.last else { return }
        for complaint in NameRules.complaints(about: name, isBeside: { _ in false }) {
            let words = Message.nameComplaint(rule: complaint.rule.name, message: complaint.message, cure: complaint.rule.cure)
            output.note("shed: " + style.text(.about(subject: style.path(path), text: words)) + " [\(complaint.rule.name)]")
        }
    }

    /// Says on stderr what a verb left where it is although `sync` would have something to say about it: each thing once, and not by
    /// each verb again. `status` lists them all.
    package func warnOfRest(in project: Project) {
        let most = 10
        let untold = project.takeUntold()
        for report in untold.prefix(most) {
            note(.leftWhereItIs(path: style.path(report.path), message: .verbatim(style.advice(report.words)), rule: report.rule.name))
        }
        if untold.count > most { note(.moreLeft(count: untold.count - most)) }
    }
}
