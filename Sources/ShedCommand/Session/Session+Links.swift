import ShedMessages
import ShedModel
import ShedProject

extension Session {
    /// Says on stderr how many links of documents a move has broken, and what mends them: where documents are few enough to be read beside
    /// it. Of those that were mended by themselves nothing is said.
    /// - Parameter documents: what got back what it held: where the moves have broken none, those of its links count that can be mended.
    package func warnOfBrokenLinks(by moves: [(from: RelativePath, to: RelativePath)], orIn documents: [RelativePath] = [], in project: Project) {
        // It was done, and is said already: what cannot be read now is told by who is asked for it.
        var count = (try? project.brokenLinksToTell(by: moves)) ?? 0
        if count == 0, !documents.isEmpty, documents.count <= LinkBudget.beside.documents { count = (try? project.asKnown.brokenLinks(at: documents))?.count { $0.canBeMended } ?? 0 }
        if count > 0 { note(.brokeLinks(count: count, command: style.advice("shed fix-links"))) }
    }
}
