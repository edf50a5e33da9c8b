import ShedDisk
import ShedModel
import ShedReconcile
import ShedRules

extension Project {
    /// Makes an empty folder or a file where the rules allow it (`add`).
    /// - Parameter content: what the file holds; for folders nothing.
    public func add(_ type: NodeType, at path: RelativePath, content: [UInt8] = [], dryRun: Bool = false) throws(ShedError) -> Standing? {
        let hold = try acquire()
        defer { withExtendedLifetime(hold) {} }
        try takeIn()
        let name = path.last ?? ""
        try Project.requireName(name, of: type.isDirectory ? "a folder" : "a file")
        try isNoIgnoredName(path, type)
        let parent = try find(path.parent)
        guard parent.type.isDirectory else { throw ShedError(.usage, "\(path.parent) is no folder") }
        let facts = facts(of: parent, try load())
        if let refusal = RuleBook.refusal(of: Candidate(name: name, type: type, standing: .new), in: facts) {
            throw ShedError.refused(refusal, path)
        }
        try isFree(name, in: path.parent, except: nil)
        if dryRun { return nil }
        do {
            let directory = try root.openDirectory(at: path.parent)
            if type.isDirectory { try directory.makeDirectory(name) } else { try directory.write(name, content, replacing: false) }
        } catch { throw ShedError(error) }
        var errand = Errand()
        errand.judgement = .later
        _ = try reconcile(errand)
        return try find(path)
    }

    /// Says what people may add to a folder (`allow`).
    public func allow(_ accepts: Accepts, in path: RelativePath, dryRun: Bool = false) throws(ShedError) {
        let hold = try acquire()
        defer { withExtendedLifetime(hold) {} }
        try takeIn()
        let standing = try find(path)
        guard standing.type.isDirectory else { throw ShedError(.usage, "\(path) is no folder; only folders accept something") }
        guard !path.isRoot else {
            throw ShedError(.refused, "what the project's root accepts comes with its kind and cannot be changed", remedy: "Make a folder and allow it there.")
        }
        if let role = standing.node.role, template.filling(of: role) == .derived {
            throw ShedError(.refused, "\(path) is a view that shed keeps; what it accepts cannot be changed")
        }
        if standing.node.role == .rejected || standing.node.role == .trash {
            throw ShedError(.refused, "\(path) takes what shed or a person moves there; what it accepts cannot be changed")
        }
        try requireWhatPapersNeed(accepts, of: standing)
        guard !dryRun else { return }
        try commit([Operation(standing.node.id, [.accepts(accepts)])])
        record(.allowed, standing, message: accepts.rawValue)
        // What was left lying because of what the folder accepted before is taken in now.
        var errand = Errand()
        errand.judgement = .later
        // No event tells a daemon of this.
        if attendant != nil { errand.dirty = [path] }
        _ = try reconcile(errand)
    }

    /// - Throws: where bundles, docs, page groups or the files in them could not stand in a folder any more.
    private func requireWhatPapersNeed(_ accepts: Accepts, of standing: Standing) throws(ShedError) {
        let (role, type) = (standing.node.role, standing.node.type)
        let needed: (accepts: Accepts, what: String)? =
            switch (role, type) {
            case (.bundles?, _): (.folders, "bundles, which are folders")
            case (.docs?, _): (.folders, "docs, which are folders")
            case (_, .doc): (.folders, "page groups, which are folders")
            case (_, .pageGroup): (.files, "the files of pages")
            case (_, .bundle): (.files, "its PDFs, which are files")
            default: nil
            }
        guard let needed, accepts != needed.accepts, accepts != .both else { return }
        throw ShedError(
            .refused, "\(standing.path) has to accept \(needed.accepts.rawValue): it holds \(needed.what)",
            remedy: "“shed allow” takes “\(needed.accepts.rawValue)” or “both” here.")
    }

    /// Sets the project's free text (`info --set details=…`).
    public func setDetails(_ text: String) throws(ShedError) {
        let hold = try acquire()
        defer { withExtendedLifetime(hold) {} }
        try takeIn()
        try commit([Operation(id, [.note(text.isEmpty ? nil : text)])])
        record(.described)
    }

    /// Commits operations that change no file.
    func commit(_ operations: [Operation]) throws(ShedError) {
        guard !operations.isEmpty else { return }
        var state = try load()
        let left = Project.fileLists(of: operations, state.model)
        // The only one to hold the model, so that changing it copies nothing; where it fails, it is loaded anew.
        self.state = nil
        try write(operations, into: &state)
        Interruption.point("set")
        // What is of labels stands beside the nodes.
        try saveAll(&state, touching: operations.filter { $0.label == nil }.map(\.id), left: left)
        self.state = state
    }
}
