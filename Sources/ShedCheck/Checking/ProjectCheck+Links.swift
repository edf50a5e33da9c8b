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
            if let help = ProjectCheck.help(for: link.fate) { finding.help = help }
            (finding.line, finding.column) = (link.line, link.column)
            return finding
        }
    }

    /// What helps; `nil`: the rule's cure.
    private static func help(for fate: BrokenLink.Fate) -> String? {
        switch fate {
        case .moved, .respelled: nil
        case .unwritable: "Mend it by hand, or give what it leads to a name that can be written in it: “shed fix-links” cannot."
        case .several: "Mend it by hand: “shed fix-links” does not guess."
        case .discarded: "Put back what it leads to with “shed restore”, or remove the link."
        case .gone: "Mend it by hand, or remove the link."
        }
    }

    private static func sentence(_ clause: String) -> String { clause.prefix(1).uppercased() + clause.dropFirst() + "." }
}
