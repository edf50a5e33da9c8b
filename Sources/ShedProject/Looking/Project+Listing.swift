import ShedDisk
import ShedModel
import ShedReconcile

extension Project {
    /// The project as it is now. Takes in what changed where it can, else shows what it sees, without IDs for what has
    /// none.
    /// - Parameters:
    ///   - path: the node that will be asked for. Where a daemon knows the rest, only that is read.
    ///   - depth: to which depth it will be asked for.
    ///   - isRefreshed: whether what changed was taken in just now.
    public func listing(of path: RelativePath = .root, depth: Int = .max, isRefreshed: Bool = false) throws(ShedError) -> Listing {
        if changeSource != nil { return try attendedListing(of: path, depth: depth) }
        // What fills a view follows once the walk has ended: it is taken in before.
        if !isRefreshed, purpose == .change, home.stateFolder != nil, shows(derivedAt: path, depth: depth) || kind.fillsFolders(below: path, depth: depth) {
            _ = try? refresh()
        }
        if home.stateFolder != nil, let (planned, state) = try? walkThroughAll() {
            return Listing(planned.situation.snapshot, planned.plan.binding, vanished: planned.plan.gone.vanished, model: state.model, memory: state.memory, project: self)
        }
        let (situation, plan, facts) = try preview(.refresh(), listsAll: true)
        return Listing(situation.snapshot, plan.binding, vanished: plan.gone.vanished, model: facts.model, memory: facts.memory, project: self)
    }

    /// Whether what shed itself fills is among what will be asked for, as far as folders have their names from the template.
    private func shows(derivedAt path: RelativePath, depth: Int) -> Bool {
        let derived = home.template.folders.filter { $0.filling == .derived }
        if path.isRoot { return depth > 1 && !derived.isEmpty }
        return path.names.count == 1 && derived.contains { folder in ([folder.name] + folder.names).contains { Name($0) == path.last } }
    }

    /// The last round of a walk through everything, and what is known after it; of a dry run, what would be.
    private func walkThroughAll() throws(ShedError) -> (WalkPlanner.Planned, ProjectState)? {
        guard purpose == .change else {
            _ = try foreseeRefresh(.names)
            return dryRun.map { ($0.planned, $0.state) }
        }
        let planned = try write(after: .nothing) { transaction throws(ShedError) in try transaction.walkThroughAll(.refresh()) }
        guard let planned else { return nil }
        return (planned, try store.load())
    }

    /// The same where a daemon watches: what is shown is read from the disk, what it is comes from the model as it is, and of what was
    /// moved and not taken in from what the last walks said, as for `status`.
    private func attendedListing(of path: RelativePath, depth: Int) throws(ShedError) -> Listing {
        _ = try refresh()
        let state = try store.loadForParts()
        let moved = unsettledNodes(state)
        var options = Crawler.Options(ignore: home.configuration.ignore)
        if depth <= 1, kind.view(at: path) == nil {
            var directories: Set<RelativePath> = [path, path.isRoot ? path : path.parent]
            if depth == 1, let folder = state.node(at: path) ?? unsettledNode(at: path, moved, state) {
                for child in state.model.children(of: folder) {
                    if let node = state.model.nodes[child], node.type.isDirectory, let name = node.place?.name { directories.insert(path.appending(name)) }
                }
            }
            options.limit(to: directories, state.memory)
        }
        let snapshot: Snapshot
        do throws(DiskError) { snapshot = try Crawler.crawl(home.root, options: options) } catch { throw ShedError(error) }
        return Listing(snapshot, binding(of: snapshot, state, moved), model: state.model, memory: state.memory, project: self)
    }

    /// The node of each entry, by where it was last seen.
    /// - Parameter moved: what stands elsewhere than the model has it.
    func binding(of snapshot: Snapshot, _ state: ProjectState, _ moved: [RelativePath: NodeID]) -> [NodeID?] {
        var binding: [NodeID?] = Array(repeating: nil, count: snapshot.entries.count)
        let elsewhere = Set(moved.compactMap { snapshot.entry(at: $0.key) == nil ? nil : $0.value })
        for (position, directory) in snapshot.directories.enumerated() where !directory.entries.isEmpty {
            var children: [Name: NodeID] = [:]
            if let parent = position == 0 ? state.model.project : binding[Int(directory.entry)] {
                for child in state.model.children(of: parent) where state.memory.isPresent(child) && !elsewhere.contains(child) {
                    if let name = state.model.nodes[child]?.place?.name { children[name] = child }
                }
            }
            for index in directory.entries { binding[index] = children[snapshot.name(of: index)] }
            guard !moved.isEmpty else { continue }
            for index in directory.entries { if let id = moved[snapshot.path(of: index)] { binding[index] = id } }
        }
        return binding
    }

    /// The beginning of a text file, for a preview; `nil` if it is no text.
    /// - Parameter limit: in bytes.
    public func preview(of path: RelativePath, atMost limit: Int = 2_048) -> String? {
        guard let name = path.last, let directory = try? home.root.openDirectory(at: path.parent),
            let evidence = try? directory.evidence(of: name), evidence.size <= 4 << 20,
            let bytes = try? directory.read(name, atMost: 4 << 20)
        else { return nil }
        var cut = bytes.prefix(limit)
        if bytes.count > limit { while let last = cut.last, last & 0xc0 == 0x80 || last >= 0xc0 { cut = cut.dropLast() } }
        guard !cut.contains(0), let text = String(validating: cut, as: UTF8.self) else { return nil }
        return text
    }
}
