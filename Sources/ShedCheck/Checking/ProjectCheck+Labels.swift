import ShedModel
import ShedProject
import ShedRules

extension ProjectCheck {
    /// What is wrong with the tags and values of what stands in the project.
    /// - Parameters:
    ///   - nodes: those that may have any.
    ///   - model: with all folders, and with the labels.
    func labels(of nodes: some Sequence<Node>, in model: Model, _ snapshot: Snapshot) -> [Finding] {
        var places = StandingPlaces(model, snapshot)
        var findings = selection.contains(DoubledLabel.info) ? doubledLabels(model.labels) : []
        // What was refused is not judged, and what is missing is not here.
        for node in nodes {
            guard let details = node.details, !details.labels.isEmpty, details.rejection == nil, let path = places.path(of: node) else { continue }
            func add(_ rule: RuleInfo, _ messages: [String]) {
                if selection.contains(rule) { findings += messages.map { Finding(rule, at: path, id: node.id, $0) } }
            }
            add(TagScope.info, TagScope.complaints(about: details.labels, of: node.type, in: model.labels))
            add(VariableValueRule.info, VariableValueRule.complaints(about: details.labels, in: model.labels))
        }
        return findings
    }

    /// The labels whose names are the same; each younger one is found.
    private func doubledLabels(_ labels: LabelBook) -> [Finding] {
        labels.found.sorted { $0.key < $1.key }.compactMap { key, target in
            let older: (sort: String, name: String)? = switch key.kind {
            case .group: labels.groups[target].map { ("tag groups", $0.name) }
            case .tag: labels.tags[target].map { ("tags", $0.title) }
            case .variable: labels.variables[target].map { ("variables", $0.name) }
            }
            guard let older else { return nil }
            return Finding(
                DoubledLabel.info, at: .root, id: nil,
                "Two \(older.sort) are called “\(ShedError.shown(older.name))”; the younger one counts as a second name of the older.")
        }
    }

    /// Whether a rule on labels is asked.
    var asksLabels: Bool {
        selection.contains(TagScope.info) || selection.contains(VariableValueRule.info) || selection.contains(DoubledLabel.info)
    }
}

/// Tells where nodes stand in a scan, folder by folder: a folder is looked through but once.
private struct StandingPlaces {
    private struct Folder {
        var path: RelativePath
        /// What stands in it, and whether that is a directory.
        var children: [Name: Bool] = [:]
    }

    private let model: Model
    private let snapshot: Snapshot
    private var folders: [NodeID: Folder?] = [:]

    init(_ model: Model, _ snapshot: Snapshot) {
        self.model = model
        self.snapshot = snapshot
    }

    /// The path of a node, whose folder at least is in the model; `nil` where nothing of its kind stands there.
    mutating func path(of node: Node) -> RelativePath? {
        if node.id == model.project { return .root }
        guard let place = node.place, let folder = folder(model.resolve(place.parent)),
            folder.children[place.name] == node.type.isDirectory
        else { return nil }
        return folder.path.appending(place.name)
    }

    private mutating func folder(_ id: NodeID) -> Folder? {
        if let known = folders[id] { return known }
        let found = look(id)
        folders[id] = .some(found)
        return found
    }

    private func look(_ id: NodeID) -> Folder? {
        guard let path = model.path(of: id) else { return nil }
        var directory = 0
        if !path.isRoot {
            guard let entry = snapshot.entry(at: path), snapshot.entries[entry].directory >= 0 else { return nil }
            directory = Int(snapshot.entries[entry].directory)
        }
        var folder = Folder(path: path)
        for index in snapshot.directories[directory].entries {
            guard let type = snapshot.entries[index].kind.nodeType else { continue }
            folder.children[snapshot.name(of: index)] = type.isDirectory
        }
        return folder
    }
}
