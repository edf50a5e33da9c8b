import ShedMessages
import ShedModel
import ShedProject
import ShedRules

extension ProjectCheck {
    /// The links of documents that lead nowhere, where somebody asks for them.
    func brokenLinks() throws(ShedError) -> [Finding] {
        guard BrokenDocumentLink.isAsked(by: selection, home.configuration.settings.links) else { return [] }
        return try project.brokenLinksAsTheyStand().map { link in
            var finding = Finding(BrokenDocumentLink.info, at: link.document, id: link.id, ProjectCheck.sentence(link.words.english))
            finding.words = link.words
            (finding.line, finding.column) = (link.line, link.column)
            return finding
        }
    }

    private static func sentence(_ clause: String) -> String { clause.prefix(1).uppercased() + clause.dropFirst() + "." }
}
