import ShedDisk
import ShedLinks
import ShedModel

/// How far one looks for links where nobody asked for it: so many documents, and so many bytes of them.
package struct LinkBudget: Sendable {
    package var documents: Int
    package var bytes: Int

    package static let beside = LinkBudget(documents: 2_000, bytes: 16 << 20)
    /// Of one who does so while nothing happens.
    package static let idle = LinkBudget(documents: 20_000, bytes: 128 << 20)
    /// What is read in one of many moments.
    package static let moment = LinkBudget(documents: 64, bytes: 1 << 20)
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
        var ground = LinkGround(root)
        // What reads as the target and is written otherwise was meant where nothing stands there.
        func isMeant(_ path: RelativePath) -> Bool {
            path.isInside(target) || !target.isRoot && path.isSpelledInside(target) && ground.standing(at: path) == .absent
        }
        func leads(_ link: DocumentLink, from folder: RelativePath) -> Bool {
            switch link.target {
            case .node(let other): return id != nil && state.model.resolve(other) == id
            case .name(let name): return keys.contains(FoldKey(name))
            case .path(let path):
                let folder = link.form == .wiki ? .root : folder
                return path.paths(from: folder).contains(where: isMeant) || path.longerPaths(from: folder).contains(where: isMeant)
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
        guard !moves.isEmpty else { return nil }
        var count = try BrokenLinkCount(of: moves, in: self, within: budget)
        guard case .done(let links) = try count.step(in: self) else { return nil }
        return links
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

extension RelativePath {
    /// Whether a path reads as this one does, or one above it, whatever scalars its letters are made up of.
    fileprivate func isSpelledInside(_ other: RelativePath) -> Bool {
        guard names.count >= other.names.count else { return false }
        return zip(names, other.names).allSatisfy { own, other in
            guard own != other else { return true }
            guard let text = own.text, let other = other.text else { return false }
            return text == other
        }
    }
}
