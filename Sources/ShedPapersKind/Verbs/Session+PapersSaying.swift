import ShedCommand
import ShedProject
import ShedModel
import ShedPapers
import ShedReconcile

extension Session {
    /// Prints a bundle that was changed, or would be, and what is wrong with how its pages belong together.
    func sayChanged(_ bundle: PapersView.Bundle, in project: Project) throws(ShedError) {
        if options.json { output.json(PaperShapes(view: try project.asKnown.papers()).bundle(bundle)) }
        if options.zero { output.path(style.place(bundle.path)) }
        for fault in bundle.alignment.faults { output.note("shed: \(style.path(bundle.path)): \(fault.sentence)") }
        warnOfRest(in: project)
    }

    /// The variants of a bundle that are there and do not count, and why; none where that cannot be told.
    func unusable(in bundle: PapersView.Bundle, _ reading: Reading) -> [PDFVariant: String] { (try? reading.unusable(in: bundle)) ?? [:] }

    /// Tags and values of a node, a line each.
    func showLabels(_ labels: NodeLabels, _ view: PapersView) {
        let tags = view.model.labels.tags(of: labels)
        if !tags.isEmpty { output.line("tags          \(tags.map { style.label($0.title) }.joined(separator: ", "))") }
        for (variable, value) in view.model.labels.values(of: labels) {
            output.line("variable      \(style.label(variable.name)) = \(style.label(value.description))")
        }
    }

    /// Says what was done to pages, one by one where they are few.
    /// - Parameters:
    ///   - view: with their bundles; it may be from before.
    ///   - areNew: whether a dry run made up their IDs.
    func sayPages(_ pages: [PapersView.Page], _ verb: String, in project: Project, _ view: PapersView, dryRun: Bool, areNew: Bool = false) throws(ShedError) {
        if options.json { output.json(.array(pages.map(PaperShapes(view: try project.asKnown.papers(), isForeseen: areNew && dryRun).page))) }
        if options.zero { for page in pages { output.path(style.place(page.path)) } }
        for page in pages.prefix(20) { say("\(done(verb, dryRun)) \(style.path(page.path)): \(title(page.reference, view))") }
        if pages.count > 20 { say("and \(pages.count - 20) more") }
        warnOfRest(in: project)
    }

    /// Says on stderr what somebody had written into the files of pages, and where it is now.
    func sayRejectedEdits(_ rejected: [Move], dryRun: Bool) {
        let most = 10
        for move in rejected.prefix(most) { output.note("shed: \(MoveLine.text(move, style, isDone: !dryRun))") }
        if rejected.count > most { output.note("shed: and \(rejected.count - most) more; “shed status” lists them.") }
    }
}
