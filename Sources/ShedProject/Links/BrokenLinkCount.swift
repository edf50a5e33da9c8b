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
    private let isTooMuch: Bool
    /// How much may still be read.
    private var bytes: Int
    private var count = 0

    /// - Parameter moves: since then. What came into Trash or Rejected counts for none: no link is made to lead there.
    package init(of moves: [(from: RelativePath, to: RelativePath)], in reader: some ProjectReader, within budget: LinkBudget) throws(ShedError) {
        let survey = LinkSurvey(reader, try reader.load())
        self.moves = MovedPlaces(moves.filter { !survey.isDiscarded($0.to) })
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
            count += broken(in: document, &ground)
            number += 1
            if number >= portion.documents || documents.bytesRead >= portion.bytes { break }
        }
        bytes -= documents.bytesRead
        return rest.isEmpty ? .done(count) : .more
    }

    private func broken(in document: LinkedDocument, _ ground: inout LinkGround) -> Int {
        let before = moves.before(document.path)
        let folder = (before ?? document.path).parent
        return document.links.count { link in
            guard link.form != .wiki, case .path(let target) = link.target,
                target.leaves(from: document.path.parent) || ground.standing(of: target, from: document.path.parent) == .absent
            else { return false }
            let wasMoved = target.paths(from: folder).contains(where: moves.hold) || target.longerPaths(from: folder).contains(where: moves.hold)
            return wasMoved || before != nil && ground.standing(of: target, from: folder) == .there
        }
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
