import ShedDisk
import ShedMessages
import ShedModel

/// A file and what stands beside it as its conflict copies, as a person named one of them.
public struct FileConflict: Sendable {
    /// What stays in the place of both; `nil` where it is gone.
    public internal(set) var original: PlacedNode?
    /// Where that stands, or would.
    public var place: RelativePath
    /// The one that was named; where the original was, all that stand beside it.
    public internal(set) var copies: [PlacedNode]
    /// Whether a copy was named.
    public var isNamedByCopy: Bool
    /// Whether the original was moved, and the copies stand where it was (``EditAtOldPlace``).
    public var isOfMoved = false

    /// The copy, where just one is meant.
    /// - Throws: ``ShedError`` of kind usage where there are several.
    public var copy: PlacedNode {
        get throws(ShedError) {
            guard copies.count == 1 else {
                let words = isOfMoved ? Message.severalEdits(path: "\(place)", count: copies.count) : .severalCopies(path: "\(place)", count: copies.count)
                throw ShedError(.usage, words, remedy: .nameTheCopy(example: "\(copies[0].path)"))
            }
            return copies[0]
        }
    }

    /// The file, where it is there.
    /// - Throws: ``ShedError`` of kind usage where it is gone.
    public var standing: PlacedNode {
        get throws(ShedError) {
            guard let original else { throw ShedError(.usage, .originalIsGone(path: "\(place)"), remedy: .keepThisOrBoth) }
            return original
        }
    }

    /// What was read of the two counts, so that what is saved meanwhile is not written over.
    public mutating func expect(original evidence: Evidence?, copy: Evidence?) {
        if let evidence { original?.evidence = evidence }
        if let copy, copies.count == 1 { copies[0].evidence = copy }
    }
}

/// Which of two files that conflict stays.
public enum ConflictChoice: String, Sendable, CaseIterable {
    /// The one that was named.
    case this
    case other
    case both
}

/// What was done about a conflict.
public struct Resolution: Sendable {
    /// The file that stands in the place of both.
    public var path: RelativePath
    /// Whether it holds something else than before.
    public var isRewritten = false
    /// What went to Trash, or got another name.
    public var moves: [(from: RelativePath, to: RelativePath)] = []
}

extension ProjectReader {
    /// The conflict of a file that a person names: a conflict copy, or what there are some of; or one of two versions of which one was moved.
    /// - Throws: ``ShedError`` where nothing conflicts with it, or it is a folder.
    public func conflict(at path: RelativePath) throws(ShedError) -> FileConflict {
        let state = try load()
        let named = try find(path, state)
        guard let name = path.last else { throw ShedError(.usage, .nothingConflicts(path: "."), remedy: .conflictsLists) }
        for role in Shelters.roles {
            if let shelter = folder(with: role, state), path.isInside(shelter) { throw ShedError(.refused, .conflictLiesAside(path: "\(path)", folder: "\(shelter)"), remedy: .takeItOutFirst) }
        }
        let parent = try find(path.parent, state)
        let children: [(name: Name, isFolder: Bool)] = state.model.children(of: path.parent.isRoot ? id : parent.node.id).compactMap { child in
            guard state.stands(child), let node = state.model.nodes[child], let name = node.place?.name else { return nil }
            return (name, node.type.isDirectory)
        }
        let here = ConflictFolder(children)
        guard !named.type.isDirectory else {
            let isOne = here.reading(of: name, isFolder: true, possible: true) != nil
            if isOne || children.contains(where: { $0.isFolder && here.reading(of: $0.name, isFolder: true, possible: false)?.original == name }) {
                throw ShedError(.refused, .conflictOfFolders(path: "\(path)"), remedy: .compareFolders)
            }
            throw ShedError(.usage, .nothingConflicts(path: "\(path)"), remedy: .conflictsLists)
        }
        // What is to be listed only when asked for is no reason to take a file that has copies for one.
        let copies = children.filter { !$0.isFolder && here.reading(of: $0.name, isFolder: false, possible: false)?.original == name }
        let reading = here.reading(of: name, isFolder: false, possible: true)
        if let reading, copies.isEmpty || reading.name.certainty != .possible {
            if reading.original == nil, let file = file(ofLinks: reading.name, in: path.parent, state) {
                return FileConflict(original: file, place: file.path, copies: [named], isNamedByCopy: true)
            }
            let original = try reading.original.map { name throws(ShedError) in try find(path.parent.appending(name), state) }
            let place = path.parent.appending(reading.original ?? reading.likeliest ?? name)
            return FileConflict(original: original, place: place, copies: [named], isNamedByCopy: true)
        }
        var paths = copies.map { path.parent.appending($0.name) }.sorted()
        // Beside a link of it, in a view.
        if paths.isEmpty { paths = try standingCopies(possible: false).filter { $0.original?.path == path }.map(\.copy.path) }
        guard !paths.isEmpty else {
            if let conflict = try conflictOfMoved(at: path) { return conflict }
            throw ShedError(.usage, .nothingConflicts(path: "\(path)"), remedy: .conflictsLists)
        }
        return FileConflict(
            original: named, place: path, copies: try paths.map { copy throws(ShedError) in try find(copy, state) }, isNamedByCopy: false)
    }

    /// The same of files that stand where another was before that was moved: what was moved is the original, since it has the ID.
    private func conflictOfMoved(at path: RelativePath) throws(ShedError) -> FileConflict? {
        let pairs = try editsAtOldPlaces(of: path)
        guard let first = pairs.first(where: { $0.edit.path == path }) ?? pairs.first else { return nil }
        let isNamedByCopy = first.edit.path == path
        let original = try find(first.moved.path)
        let copies = isNamedByCopy ? [first.edit.path] : pairs.map(\.edit.path)
        return FileConflict(
            original: original, place: original.path, copies: try copies.map { copy throws(ShedError) in try find(copy) }, isNamedByCopy: isNamedByCopy, isOfMoved: true)
    }
}
