import ShedDisk
import ShedLinks
import ShedModel

/// How far one looks for links where nobody asked for it: so many documents, and so many bytes of them.
package struct LinkBudget: Sendable {
    package var documents: Int
    package var bytes: Int

    package static let beside = LinkBudget(documents: 2_000, bytes: 16 << 20)
    package static let whole = LinkBudget(documents: .max, bytes: .max)
}

extension ProjectReader {
    /// The links of the project's documents that lead nowhere, in the order of the documents' paths.
    ///
    /// Costs reading the documents, and where a link is broken also the sidecar.
    /// - Parameter places: of the documents at or below these alone; `nil`: of all.
    public func brokenLinks(at places: [RelativePath]? = nil) throws(ShedError) -> [BrokenLink] {
        var survey = LinkSurvey(self, try load())
        var documents = LinkedDocumentReader(root)
        var result: [BrokenLink] = []
        for (path, id) in survey.documents(at: places) {
            guard let document = documents.read(path, id: id) else { continue }
            result += try survey.broken(in: document).map(\.broken)
        }
        return result
    }

    /// The documents that link to something, or to anything in it where that is a folder: by its path, by its ID, or by its name.
    public func documents(linkingTo target: RelativePath) throws(ShedError) -> Set<RelativePath> {
        let state = try load()
        let survey = LinkSurvey(self, state)
        var documents = LinkedDocumentReader(root)
        let id = state.node(at: target)
        let isFolder = id.flatMap { state.model.nodes[$0]?.type.isDirectory } ?? false
        var keys: Set<FoldKey> = []
        if !isFolder, let name = target.last {
            keys.insert(FoldKey(name))
            if DocumentFormat(name) != nil { keys.insert(FoldKey(Name(bytes: Array(name.parts.stem)))) }
        }
        func leads(_ link: DocumentLink, from folder: RelativePath) -> Bool {
            switch link.target {
            case .node(let other): return id != nil && state.model.resolve(other) == id
            case .name(let name): return keys.contains(FoldKey(name))
            case .path(let path):
                let folder = link.form == .wiki ? .root : folder
                return path.paths(from: folder).contains { $0.isInside(target) } || path.longerPaths(from: folder).contains { $0.path.isInside(target) }
            }
        }
        var found: Set<RelativePath> = []
        for (path, node) in survey.documents() where path != target {
            guard let document = documents.read(path, id: node) else { continue }
            if document.links.contains(where: { leads($0, from: path.parent) }) { found.insert(path) }
        }
        return found
    }

    /// How many links some moves have broken.
    /// - Parameter budget: where there are more documents, nobody looks.
    /// - Returns: `nil` where it was not looked for.
    package func countBrokenLinks(by moves: [(from: RelativePath, to: RelativePath)], within budget: LinkBudget) throws(ShedError) -> Int? {
        let survey = LinkSurvey(self, try load())
        let all = survey.documents()
        guard all.count <= budget.documents, !moves.isEmpty else { return nil }
        var documents = LinkedDocumentReader(root)
        var ground = LinkGround(root)
        let former = Set(moves.lazy.filter { $0.from != $0.to }.map(\.from))
        func wasMoved(_ path: RelativePath) -> Bool { former.contains(path) || path.ancestors.contains(where: former.contains) }
        var count = 0
        for (path, id) in all {
            guard documents.bytesRead <= budget.bytes else { return nil }
            guard let document = documents.read(path, id: id) else { continue }
            let before = moves.first { path.isInside($0.to) }.map { $0.from.appending(RelativePath(Array(path.names.dropFirst($0.to.names.count)))) }
            for link in document.links where link.form != .wiki {
                guard case .path(let target) = link.target, ground.standing(of: target, from: path.parent) == .absent else { continue }
                let paths = target.paths(from: (before ?? path).parent) + target.longerPaths(from: (before ?? path).parent).map(\.path)
                if paths.contains(where: wasMoved) || before != nil && ground.standing(of: target, from: (before ?? path).parent) == .there { count += 1 }
            }
        }
        return count
    }
}

extension Project {
    /// The links of documents that lead nowhere, for those who only look: with what changed on the disk and nobody has taken in, in a project
    /// that was opened to be looked at. Writes nothing.
    package func brokenLinksAsTheyStand() throws(ShedError) -> [BrokenLink] {
        let reading = purpose == .look ? try refresh() : asKnown
        return try reading.brokenLinks().map { link in
            var link = link
            if let id = link.id, reading.isProvisional(id) { link.id = nil }
            return link
        }
    }
}
