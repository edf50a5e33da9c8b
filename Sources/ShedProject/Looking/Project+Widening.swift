import ShedMessages
import ShedModel

extension Project {
    /// What is looked for, as this project takes it: where its kind knows what is in files, words also mean that.
    public func widened(_ search: Search) -> Search {
        guard kind.searchesContents, search.meansTextsToo else { return search }
        var search = search
        search.phrases = search.words.map { String(decoding: $0, as: UTF8.self) }
        return search
    }

    /// Whether a folder stands at a path on the disk, known or not.
    public func hasFolder(at path: RelativePath) -> Bool { (try? home.root.openDirectory(at: path)) != nil }

    /// The role of a folder of this project, or the one of Rejected.
    public func role(named text: String) throws(ShedError) -> Role {
        let role = Role(rawValue: text)
        let roles = home.template.folders.map(\.role) + [.rejected]
        guard roles.contains(role) else {
            throw ShedError(.usage, .noSuchRole(role: ShedError.shown(text)), remedy: .rolesAre(roles: roles.map(\.description).joined(separator: ", ")))
        }
        return role
    }

    /// The folders that have a role and stand, wherever they do.
    public func folders(with role: Role) throws(ShedError) -> [RelativePath] {
        let state = try ((try? refresh()) ?? asKnown).load()
        return state.model.roleBearers.sorted().compactMap { id in
            state.model.nodes[id]?.role == role && state.stands(id) ? state.model.path(of: id) : nil
        }
    }
}

extension Search {
    /// Whether its words may stand in a text as well as in a name, and nothing that it asks for is of files alone.
    fileprivate var meansTextsToo: Bool {
        !words.isEmpty && !isOfTexts && globs.isEmpty && !marks.isAboutNode && !isMissing
            && words.allSatisfy { word in
                String(validating: word, as: UTF8.self)?.contains { !$0.isWhitespace } == true && !word.contains { [0x2a, 0x3f, 0x5b, 0x0a, 0x0d].contains($0) }
            }
    }
}

extension SearchResult {
    public var isEmpty: Bool { hits.isEmpty && contents.isEmpty }
}
