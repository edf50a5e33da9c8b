import ShedModel
import ShedPapers
import ShedProject
import ShedRules

extension PapersCheck {
    /// What is wrong with bundles.
    func bundleFindings() throws(ShedError) -> [Finding] {
        let (texts, kept, annotated) = (try wholeTexts(), Set(try textContents().keys), try annotatedContents())
        var findings: [Finding] = []
        for bundle in places.bundles {
            if bundle.isRead, bundle.files[Name(PDFVariant.display.fileName)] == nil, !isForText(bundle) {
                findings.append(Finding(MissingDisplay.info, at: bundle.path, id: bundle.id, "It holds no display.pdf."))
            }
            guard let node = bundle.id.flatMap({ model.nodes[$0] }) else { continue }
            findings += misalignments(bundle, node)
            let ocr = Name(PDFVariant.ocr.fileName)
            guard bundle.files[ocr] != nil, let file = node.bundleFile(.ocr) else { continue }
            if texts[file.hash] == nil {
                let message = kept.contains(file.hash) ? "Its text is damaged, and counts as missing." : "Its text was not taken yet."
                findings.append(Finding(StaleText.info, at: bundle.path.appending(ocr), id: bundle.id, message))
            } else if let display = node.bundleFile(.display), !annotated.contains(display.hash) {
                // An earlier version of shed took the text and nothing else.
                let path = bundle.path.appending(Name(PDFVariant.display.fileName))
                findings.append(Finding(StaleText.info, at: path, id: bundle.id, "Its annotations were not read yet, so they are not found."))
            }
        }
        return findings
    }

    /// Whether a bundle needs no display variant: it has an OCR variant, and no page shows it or did.
    private func isForText(_ bundle: StandingPapers.Bundle) -> Bool {
        guard bundle.files[Name(PDFVariant.ocr.fileName)] != nil else { return false }
        return bundle.id.flatMap { model.nodes[$0]?.bundleFile(.display) } == nil
    }

    /// What is wrong with the alignment of a bundle's variants that are there.
    private func misalignments(_ bundle: StandingPapers.Bundle, _ node: Node) -> [Finding] {
        var alignment = node.alignment
        alignment.counts = alignment.counts.filter { bundle.files[Name($0.key.fileName)] != nil }
        return alignment.faults.map { fault in
            let (rule, message) =
                switch fault {
                case .differingCount(let variant, let pages, let displayPages):
                    (DifferingPageCounts.info, "\(variant.fileName) has \(PapersCheck.pages(pages)), and display.pdf has \(displayPages).")
                case .tooLong(let variant, let entries, let displayPages):
                    (
                        DifferingPageCounts.info,
                        "The page mapping of \(variant.fileName) has \(entries) entries, and display.pdf has \(PapersCheck.pages(displayPages))."
                    )
                case .noSuchPage(let variant, let page, let displayPage):
                    (
                        PageOutOfRange.info,
                        "The page mapping names page \(page) of \(variant.fileName) for page \(displayPage), and it has no such page."
                    )
                }
            return Finding(rule, at: bundle.path, id: bundle.id, message)
        }
    }

    static func pages(_ count: Int) -> String { "\(count) page\(count == 1 ? "" : "s")" }
}
