import ShedMessages
import ShedModel
import ShedProject

extension Session {
    /// Says on stderr how many links of documents a move has broken, and what mends them: where documents are few enough to be read beside
    /// it. Of those that were mended by themselves nothing is said.
    package func warnOfBrokenLinks(by moves: [(from: RelativePath, to: RelativePath)], in project: Project) {
        // It was done, and is said already: what cannot be read now is told by who is asked for it.
        guard let count = try? project.brokenLinksToTell(by: moves), count > 0 else { return }
        note(.brokeLinks(count: count, command: style.advice("shed fix-links")))
    }

    /// The same where documents got back what they held: how many links of these lead nowhere that can be mended.
    package func warnOfBrokenLinks(by moves: [(from: RelativePath, to: RelativePath)], orIn documents: [RelativePath], in project: Project) {
        guard !documents.isEmpty else { return warnOfBrokenLinks(by: moves, in: project) }
        guard let broken = try? project.asKnown.brokenLinks(at: documents) else { return }
        let count = broken.count { $0.canBeMended }
        if count > 0 { note(.brokeLinks(count: count, command: style.advice("shed fix-links"))) }
    }
}
