import ShedMessages
import ShedModel
import ShedProject
import ShedWriting

/// Where something is submitted to.
package struct SubmissionVenue: Sendable {
    /// Its folder in Magazines or the like; `nil` in a project that has no such folders.
    package var path: RelativePath?
    /// Whether that is still to be made.
    package var isNew: Bool
    package var name: Name

    /// As records call it.
    package var label: String { path.map { "\($0)" } ?? name.escaped }
    package var key: VenueKey { VenueKey(label) }
}

extension SubmissionVenue {
    /// Those of some venues that a person may have meant, three at most: of which a word is the one that was typed, else those that differ
    /// by few slips.
    static func near(_ word: String, among labels: [String]) -> [String] {
        let key = FoldKey((word.utf8.split(separator: UInt8(ascii: "/")).last ?? [])[...])
        let having = labels.filter { label in
            let name = label.utf8.split(separator: UInt8(ascii: "/")).last ?? []
            return name.split(separator: UInt8(ascii: " ")).contains { FoldKey($0) == key }
        }
        if !having.isEmpty { return Array(having.prefix(3)) }
        let names = labels.map { label in label.split(separator: "/").last.map(String.init) ?? label }
        let near = Set(Nearest.all(of: word.split(separator: "/").last.map(String.init) ?? word, among: names))
        return Array(zip(labels, names).lazy.filter { near.contains($1) }.map(\.0).prefix(3))
    }
}

extension ProjectReader {
    /// The paths of all folders of venues.
    func venueLabels() throws(ShedError) -> [String] {
        let state = try load()
        var labels: [String] = []
        for role in Role.venues {
            guard let shelf = try folder(with: role), let id = state.node(at: shelf) else { continue }
            labels += state.model.children(of: id).filter(state.stands).compactMap { child in
                guard let node = state.model.nodes[child], node.type.isDirectory, let name = node.place?.name else { return nil }
                return "\(shelf.appending(name))"
            }
        }
        return labels
    }

    /// The venue that a person means.
    /// - Parameters:
    ///   - word: as it was typed, for what is said of it.
    ///   - paths: what it may be, the most likely first: a folder in one of those for venues, or a name alone.
    ///   - isNew: whether it may be one that there is not yet.
    package func venue(_ word: String, _ paths: [RelativePath], mayBeNew: Bool) throws(ShedError) -> SubmissionVenue {
        let state = try load()
        var shelves: [RelativePath] = []
        for role in Role.venues { if let shelf = try folder(with: role) { shelves.append(shelf) } }
        for path in paths {
            guard let shelf = shelves.first(where: { path != $0 && path.isInside($0) }), let name = path.last else { continue }
            if let id = state.node(at: path), state.stands(id), state.model.nodes[id]?.type.isDirectory == true {
                return SubmissionVenue(path: path, isNew: false, name: name)
            }
            guard !hasEntry(at: path) else { throw ShedError(.usage, .notAFolder(path: "\(path)")) }
            // One that is named by the letter, but for its case.
            if let known = folders(in: path.parent, named: name, state).first { return SubmissionVenue(path: known, isNew: false, name: known.last ?? name) }
            guard mayBeNew else { throw ShedError(.refused, .noSuchVenue(venue: word), remedy: .createVenue) }
            guard path.parent == shelf || state.node(at: path.parent).map(state.stands) == true else {
                throw ShedError(.refused, .noFolderHere(path: "\(path.parent)"), remedy: .addFolderMakesOne)
            }
            return SubmissionVenue(path: path, isNew: true, name: name)
        }
        guard let name = paths.last(where: { $0.names.count == 1 })?.last, !shelves.contains(RelativePath([name])) else {
            throw ShedError(.usage, .noSuchVenue(venue: word), remedy: .venuesAreFolders)
        }
        let found = shelves.flatMap { folders(in: $0, named: name, state) }
        if found.count > 1 { throw ShedError(.usage, .severalVenues(name: word, first: "\(found[0])", second: "\(found[1])"), remedy: .venuesAreFolders) }
        if let path = found.first { return SubmissionVenue(path: path, isNew: false, name: path.last ?? name) }
        guard mayBeNew else { throw ShedError(.refused, .noSuchVenue(venue: word), remedy: .createVenue) }
        return SubmissionVenue(path: shelves.last?.appending(name), isNew: !shelves.isEmpty, name: name)
    }

    /// The folders in another that bear a name, case and normalisation aside.
    func folders(in path: RelativePath, named name: Name, _ state: ProjectState) -> [RelativePath] {
        guard let id = state.node(at: path) else { return [] }
        let key = FoldKey(name)
        return state.model.children(of: id).filter(state.stands).compactMap { child in
            guard let node = state.model.nodes[child], node.type.isDirectory, let name = node.place?.name, FoldKey(name) == key else { return nil }
            return path.appending(name)
        }
    }
}
