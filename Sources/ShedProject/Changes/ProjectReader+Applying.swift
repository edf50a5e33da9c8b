import ShedModel
import ShedSidecar

/// What a template that is applied has more than a project: by what stands there, and what stood there.
extension ProjectReader {
    /// The files with which projects of a template begin and that this one lacks: those that the former template did not have, and of the others
    /// those in whose place nothing stands nor ever stood. What somebody deleted, renamed or moved stays away.
    /// - Parameter coming: where folders are to be made.
    func filesToBegin(of other: Template, besides former: Template, _ state: ProjectState, _ coming: [Role: RelativePath] = [:]) -> [StartingFile] {
        let new = Set(other.files(besides: former.files))
        var history: PlaceHistory?
        return other.files.filter { file in
            guard let place = file.place else { return false }
            if new.contains(file) { return true }
            guard let folder = coming[place.folder] ?? standingFolder(of: place.folder, state), !hasNameAlike(place.name, in: folder, state) else { return false }
            if history == nil, let record = try? KeptPlaces.record(of: project) {
                history = PlaceHistory(record, of: home.file.id, resolve: state.model.resolve)
            }
            return history?.nodes(at: folder.appending(place.name)).isEmpty ?? true
        }
    }

    /// Whether something of a name stands in a folder, or is known to have stood there last.
    private func hasNameAlike(_ name: Name, in folder: RelativePath, _ state: ProjectState) -> Bool {
        let key = FoldKey(name)
        if hasEntry(at: folder), (try? names(in: folder).contains(key)) != false { return true }
        guard let id = state.node(at: folder) else { return false }
        return state.model.children(of: id).contains { child in (state.model.nodes[child]?.place?.name).map { FoldKey($0) == key } ?? false }
    }

    /// What a template says otherwise than the one in force of folders that are there, as far as these are not so already: what people go by
    /// stays as it is.
    func differences(of other: Template, _ state: ProjectState) -> [AppliedTemplate.Difference] {
        var found: [AppliedTemplate.Difference] = []
        for folder in other.folders {
            guard let own = template.folder(folder.role), let path = standingFolder(of: folder.role, state) else { continue }
            func add(_ matter: AppliedTemplate.Difference.Matter) { found.append(.init(path: path, role: folder.role, matter: matter)) }
            if own.name != folder.name, path.last != Name(folder.name) { add(.name(folder.name)) }
            let accepts = state.node(at: path).flatMap { state.model.nodes[$0]?.accepts } ?? own.accepts
            if own.filling == .people, folder.filling == .people, own.accepts != folder.accepts, accepts != folder.accepts { add(.accepts(folder.accepts)) }
            // Another kind has sections of its own for the same folders.
            guard other.kind == template.kind else { continue }
            let keys = Self.keys(of: own, unlike: folder)
            if !keys.isEmpty { add(.shape(keys)) }
        }
        return found
    }

    /// The keys of a template's file by which a folder is otherwise there.
    private static func keys(of own: Template.Folder, unlike other: Template.Folder) -> [String] {
        let all = [
            ("section", own.section != other.section), ("in", own.nesting.parent != other.nesting.parent), ("filling", own.filling != other.filling),
            ("inner-folders", own.innerFolders != other.innerFolders),
            ("children", other.nesting.children != nil && own.nesting.children != other.nesting.children && own.nesting.children != nil),
        ]
        return all.filter(\.1).map(\.0)
    }
}
