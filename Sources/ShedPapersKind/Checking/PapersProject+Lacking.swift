import ShedMessages
import ShedModel
import ShedPapers
import ShedProject
import ShedReconcile
import ShedRules

extension PapersProject {
    /// Says of the bundles that have no PDF which could be shown that they have none, as `check` does, at the first of them. By what is
    /// known alone: no file is looked at.
    func addLackingBundles(to status: inout Status) throws(ShedError) {
        let state = try reader.load()
        var told: Set<RelativePath> = []
        for report in status.reports {
            told.insert(allAbove: report.path)
            told.insert(report.path)
        }
        let lacking = try reader.papers().bundles.filter { bundle in
            func stands(_ variant: PDFVariant) -> Bool { state.model.children(of: bundle.id, named: Name(variant.fileName)).contains(where: state.stands) }
            // One of text alone needs none.
            return !stands(.display) && !(stands(.ocr) && bundle.files[.display] == nil) && !told.contains(bundle.path)
        }
        guard let first = lacking.first else { return }
        status.reports.append(Report(rule: MissingDisplay.info, path: first.path, id: first.id, .holdsNoDisplay(others: lacking.count - 1)))
        status.reports.sort { ($0.path, $0.rule.name) < ($1.path, $1.rule.name) }
    }
}
