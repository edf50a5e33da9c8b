import ShedModel
import ShedProject
import ShedReconcile

/// What people have moved by hand, until it was counted which links that has broken.
struct HandMoves {
    private var moves: [(from: RelativePath, to: RelativePath)] = []
    /// The place of each in these, by where it came to.
    private var positions: [RelativePath: Int] = [:]
    private var count: BrokenLinkCount?

    /// So many are kept; what else was moved just then is not told of.
    private static let most = 10_000

    /// Whether there is anything to count.
    var isEmpty: Bool { moves.isEmpty }

    /// Takes note of a walk. What the sidecar of another device moved is told there, and what was thrown away was not moved: no link can follow it.
    mutating func take(_ outcome: Outcome) {
        for change in outcome.changes where change.kind == .moved && change.id != nil && !change.isCarried {
            guard let from = change.from, from != change.path else { continue }
            // It is counted anew, with this.
            count = nil
            if let position = positions.removeValue(forKey: from) {
                moves[position].to = change.isAside ? moves[position].from : change.path
                positions[moves[position].to] = position
            } else if !change.isAside, moves.count < HandMoves.most {
                positions[change.path] = moves.count
                moves.append((from, change.path))
            }
        }
    }

    /// Looks into a few documents, in an idle moment.
    /// - Returns: how many links were broken, once that is known; `nil` before, and where there are too many documents to look into.
    mutating func step(_ project: Project) throws(ShedError) -> Int? {
        do throws(ShedError) {
            var count = if let known = self.count { known } else { try project.linkCount(of: moves) }
            switch try project.countOn(&count) {
            case .more:
                self.count = count
                return nil
            case .done(let links):
                self = HandMoves()
                return links
            case .tooMuch: self = HandMoves()
            }
            return nil
        } catch {
            // Nobody needs it so much that it is tried again.
            self = HandMoves()
            throw error
        }
    }
}
