import ShedMessages
import ShedModel
import ShedPapers
import ShedRules

/// What may stand in a project of papers.
enum PapersRules {
    static let rules: KindRules = {
        var rules = KindRules()
        rules.first = [NestedGroup.self, MisplacedPaper.self, PDFAmongDocs.self]
        rules.last = [NotAPDF.self]
        rules.all = [
            NotAPDF.self, MisplacedPaper.self, NestedGroup.self, MissingDisplay.self, DifferingPageCounts.self, PageOutOfRange.self,
            DanglingBundle.self, EmptyGroup.self, BundleInUse.self, EditedPage.self, AlteredCopy.self, StaleText.self, WaitingPDF.self,
        ]
        rules.content = [NotAPDF.info]
        rules.waiting = [WaitingPDF.info]
        rules.complete = { facts in
            if facts.takesPDFs { facts.contents = .whenJudged(WaitingPDF.info, message: WaitingPDF.message) }
            // A PDF becomes a bundle, or a bundle and pages, there.
            if facts.role == .bundles || facts.type == .pageGroup { facts.converted = ".pdf" }
        }
        rules.manual = PapersRuleManual.entry
        return rules
    }()
}

extension FolderFacts {
    /// Whether the files that people put here are PDFs: of a bundle, or to be made a bundle or pages of.
    var takesPDFs: Bool { type == .bundle || type == .pageGroup || role == .bundles }
}

/// Says of a PDF that was put beside docs or page groups where it belongs: the rule is ``WrongType``, the sentence is more
/// exact.
enum PDFAmongDocs: PlacementRule {
    static let info = WrongType.info

    static func complaint(about candidate: Candidate, in folder: FolderFacts) -> Message? {
        guard !candidate.type.isDirectory, candidate.name.hasSuffix(".pdf"), folder.accepts == .folders else { return nil }
        if folder.role == .docs { return .holdsDocs(folder: folder.label) }
        if folder.type == .doc { return .holdsPageGroups(folder: folder.label) }
        return nil
    }
}
