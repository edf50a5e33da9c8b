import ShedMessages
import ShedModel
import ShedProject

extension Session {
    /// Says on stderr how many links of documents a move has broken, and what mends them: where documents are few enough to be read beside
    /// it. Of those that were mended by themselves nothing is said.
    package func warnOfBrokenLinks(by moves: [(from: RelativePath, to: RelativePath)], in project: Project) {
        // It was done, and is said already: what cannot be read now is told by who is asked for it.
        noteBroken((try? project.brokenLinksToTell(by: moves)) ?? 0)
    }

    /// The same of what an undo has broken.
    package func warnOfBrokenLinks(by undone: Undone, in project: Project) { noteBroken((try? project.brokenLinksToTell(by: undone)) ?? 0) }

    private func noteBroken(_ count: Int) {
        if count > 0 { note(.brokeLinks(count: count, command: style.advice("shed fix-links"))) }
    }
}
