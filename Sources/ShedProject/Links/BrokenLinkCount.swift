import ShedDisk
import ShedLinks
import ShedModel

/// Counts the links that some moves have broken, all at once or some documents at a time.
package struct BrokenLinkCount {
    package enum Progress: Hashable, Sendable {
        case more
        case done(Int)
        /// There is more to read than was to be.
        case tooMuch
    }

    private var rest: ArraySlice<(path: RelativePath, id: NodeID)>
    private let moves: MovedPlaces
    private var names: FormerNames
    private let isTooMuch: Bool
    /// How much may still be read.
    private var bytes: Int
    private var count = 0

    /// - Parameter moves: since then. What came into Trash or Rejected counts for none: no link is made to lead there.
    package init(of moves: [(from: RelativePath, to: RelativePath)], in reader: some ProjectReader, within budget: LinkBudget) throws(ShedError) {
        let state = try reader.load()
        let survey = LinkSurvey(reader, state)
        let moves = moves.filter { !survey.isDiscarded($0.to) }
        self.moves = MovedPlaces(moves)
        names = FormerNames(moves, state)
        let documents = self.moves.isEmpty ? [] : survey.documents(most: budget.documents)
        isTooMuch = documents.count > budget.documents
        rest = isTooMuch ? [] : documents[...]
        bytes = budget.bytes
    }

    /// Goes on.
    /// - Parameter portion: so much is read, and then it is left for the next time.
    package mutating func step(in reader: some ProjectReader, atMost portion: LinkBudget = .whole) throws(ShedError) -> Progress {
        guard !isTooMuch else { return .tooMuch }
        var documents = LinkedDocumentReader(reader.root)
        var ground = LinkGround(reader.root)
        var number = 0
        while let (path, id) = rest.popFirst() {
            guard let document = documents.read(path, id: id) else { continue }
            guard documents.bytesRead <= bytes else { return .tooMuch }
            let links = try broken(in: document, &ground, reader)
            count += links
            number += 1
            if number >= portion.documents || documents.bytesRead >= portion.bytes { break }
        }
        bytes -= documents.bytesRead
        return rest.isEmpty ? .done(count) : .more
    }

    private mutating func broken(in document: LinkedDocument, _ ground: inout LinkGround, _ reader: some ProjectReader) throws(ShedError) -> Int {
        let before = moves.before(document.path)
        let folder = (before ?? document.path).parent
        var count = 0
        for link in document.links {
            switch link.target {
            case .node: continue
            case .name(let name): if try names.haveLost(name, in: reader) { count += 1 }
            case .path(let target):
                guard link.form != .wiki,
                    target.leaves(from: document.path.parent) || ground.standing(of: target, from: document.path.parent) == .absent
                else { continue }
                let wasMoved = target.paths(from: folder).contains(where: moves.hold) || target.longerPaths(from: folder).contains(where: moves.hold)
                if wasMoved || before != nil && ground.standing(of: target, from: folder) == .there { count += 1 }
            }
        }
        return count
    }
}

/// The names that files had which were given others: by these, wiki links led to them, wherever they stood.
private struct FormerNames {
    private let former: Set<FoldKey>
    /// Of what stands in the project; known once a link has one of these names.
    private var standing: NoteNames?

    init(_ moves: [(from: RelativePath, to: RelativePath)], _ state: ProjectState) {
        former = moves.reduce(into: []) { names, move in
            guard let name = move.from.last, name != move.to.last else { return }
            // No wiki link leads to a folder.
            if let id = state.node(at: move.to), state.model.nodes[id]?.type.isDirectory == true { return }
            names.insert(FoldKey(name))
        }
    }

    /// Whether a name led to one of them, and leads to nothing now.
    mutating func haveLost(_ name: Name, in reader: some ProjectReader) throws(ShedError) -> Bool {
        guard !former.isEmpty, !NoteNames.keys(of: name).isDisjoint(with: former) else { return false }
        let known: NoteNames
        if let standing { known = standing } else { known = NoteNames(try reader.load()) }
        standing = known
        return known.count(of: name) == 0
    }
}

/// Where things stood that were moved, and where they came to; what it takes to ask for a path does not depend on how many there are.
private struct MovedPlaces {
    private var former: Set<RelativePath> = []
    /// From where something came, by where it is; of several the first that was named.
    private var origins: [RelativePath: RelativePath] = [:]

    var isEmpty: Bool { former.isEmpty && origins.isEmpty }

    init(_ moves: [(from: RelativePath, to: RelativePath)]) {
        for (from, to) in moves {
            if from != to { former.insert(from) }
            if origins[to] == nil { origins[to] = from }
        }
    }

    /// Whether what stood at a path was moved, by itself or with a folder.
    func hold(_ path: RelativePath) -> Bool { former.holds(path) }

    /// Where something stood that stands at a path now; `nil` where it was not moved. What came into a folder that was moved too came from elsewhere.
    func before(_ path: RelativePath) -> RelativePath? {
        guard !origins.isEmpty else { return nil }
        for count in (0...path.names.count).reversed() {
            if let origin = origins[RelativePath(Array(path.names[..<count]))] { return origin.appending(RelativePath(Array(path.names[count...]))) }
        }
        return nil
    }
}
