import ShedModel

/// The IDs that a project has had: its own, and those of the projects it is a copy of.
struct Lineage: Sendable {
    /// Oldest first, the project's own last.
    private let projects: [NodeID]
    private let fields: FieldTraits
    private var mapped: [Int: [NodeID: NodeID]] = [:]

    /// - Parameter fields: what is special about the fields of kinds.
    init(_ file: ProjectFile, fields: FieldTraits) {
        projects = file.copiedFrom + [file.id]
        self.fields = fields
    }

    /// How the batches of that project ID are to be read; `nil` if they are none of ours.
    func generation(of project: NodeID) -> Int? { projects.lastIndex(of: project) }

    func isCurrent(_ generation: Int) -> Bool { generation == latest }

    /// How the project's own batches are to be read.
    var latest: Int { projects.count - 1 }

    /// What an ID of a batch of that generation is called in this project.
    mutating func map(_ id: NodeID, from generation: Int) -> NodeID {
        if let known = mapped[generation]?[id] { return known }
        var result = id
        for step in generation..<projects.count - 1 {
            result = result == projects[step]
                ? projects[step + 1] : NodeID.v5(namespace: projects[step + 1], name: result)
        }
        mapped[generation, default: [:]][id] = result
        return result
    }

    /// An operation of a batch of that generation, every ID in its known fields mapped.
    mutating func map(_ operation: Operation, from generation: Int) -> Operation {
        if let label = operation.label {
            return Operation(map(operation.id, from: generation), operation.set.map { mapOfLabel($0, from: generation) }, label: label)
        }
        return Operation(map(operation.id, from: generation), operation.set.map { map($0, from: generation) })
    }

    private mutating func mapOfLabel(_ field: Field, from generation: Int) -> Field {
        guard case .other(let name, .string(let text)) = field, name == LabelField.group || name == LabelField.alias, let id = NodeID(text)
        else { return field }
        return .other(name, .string(map(id, from: generation).description))
    }

    private mutating func map(_ field: Field, from generation: Int) -> Field {
        switch field {
        case .place(let place?): return .place(map(place, from: generation))
        case .origin(let place?): return .origin(map(place, from: generation))
        case .alias(let id): return .alias(map(id, from: generation))
        case .rejection(var rejection?):
            rejection.folder = rejection.folder.map { map($0, from: generation) }
            return .rejection(rejection)
        case .tag(let id, let has): return .tag(map(id, from: generation), has)
        case .value(let id, let value): return .value(map(id, from: generation), value)
        case .other(let name, let value):
            switch LabelField.label(ofField: name) {
            case let key? where key.kind == .tag: return .other(LabelField.field(ofTag: map(key.id, from: generation)), value)
            case let key?: return .other(LabelField.field(ofVariable: map(key.id, from: generation)), value)
            case nil: break
            }
            if let folder = StandingRight.folder(ofField: name) { return .other(StandingRight.name(map(folder, from: generation)), value) }
            let fieldMap = fields.mapped
            guard let mapped = fieldMap(name, value, { map($0, from: generation) }) else { return field }
            return .other(mapped.name, mapped.value)
        default: return field
        }
    }

    private mutating func map(_ place: Place, from generation: Int) -> Place {
        Place(parent: map(place.parent, from: generation), name: place.name)
    }
}

extension ProjectFile {
    /// What an ID that stands somewhere in the sidecar may be called in this project, by the project that it was written in:
    /// the ID itself first.
    public func meanings(of id: NodeID) -> [NodeID] {
        var lineage = Lineage(self, fields: FieldTraits())
        return copiedFrom.indices.reversed().reduce(into: [id]) { $0.append(lineage.map(id, from: $1)) }
    }
}
