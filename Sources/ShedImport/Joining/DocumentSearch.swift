import ShedModel

/// Looks for documents in folders, and for projects among these: what lies in such a one is a part of it, and no document of its own.
struct DocumentSearch {
    /// Whether a document lies outside of all projects.
    private(set) var isFound = false
    /// The first project in which one lies, and of which program it is.
    private(set) var project: (path: RelativePath, program: String)?
    /// Whether all was looked at that lies outside of projects, or enough to have found a document there.
    private(set) var isComplete = true

    /// - Parameters:
    ///   - most: so many entries are looked at.
    ///   - depth: so many folders in each other.
    init(_ folder: any ForeignFolder, atMost most: Int, depth: Int) throws(ForeignError) {
        var left = most
        var places: [(path: RelativePath, depth: Int, project: (path: RelativePath, program: String)?)] = [(.root, 1, nil)]
        var next = 0
        while next < places.count {
            let place = places[next]
            next += 1
            let entries = try folder.entries(of: place.path)
            var around = place.project
            if around == nil, !place.path.isRoot, let program = try ProjectMarks.program(of: place.path, entries, in: folder) { around = (place.path, program) }
            for entry in entries {
                if entry.size != nil, DocumentFolder.suffixes.contains(where: entry.name.hasSuffix) {
                    guard let around else {
                        isFound = true
                        return
                    }
                    project = project ?? around
                }
                left -= 1
                guard left > 0 else {
                    isComplete = isComplete && around != nil && places[next...].allSatisfy { $0.project != nil }
                    return
                }
                guard entry.isFolder, !entry.name.isHidden else { continue }
                if place.depth < depth {
                    places.append((place.path.appending(entry.name), place.depth + 1, around))
                } else if around == nil {
                    isComplete = false
                }
            }
        }
    }
}

/// By which a folder is known to be a project of a program, whole or damaged.
enum ProjectMarks {
    private static let sidecar: Name = ".shed"

    /// - Returns: what the program calls itself; `nil` for a folder like others.
    static func program(of path: RelativePath, _ entries: [ForeignEntry], in folder: any ForeignFolder) throws(ForeignError) -> String? {
        if path.last?.hasSuffix(ScrivenerProject.ending) == true { return ForeignFormat.scrivener.program }
        for entry in entries {
            if entry.name.hasSuffix(".scrivx") { return ForeignFormat.scrivener.program }
            if RelativePath([entry.name]) == NovelWriterProject.file { return ForeignFormat.novelWriter.program }
            if entry.name == ManuskriptProject.version { return ForeignFormat.manuskript.program }
            if entry.name == sidecar, try folder.size(path.appending(sidecar).appending(Name("project.json"))) != nil { return "shed" }
        }
        return nil
    }
}
