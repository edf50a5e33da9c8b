import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel
import ShedPapers

struct BundleShowVerb: BundleSubverb {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a bundle: its variants, how their pages belong together, which pages use it.",
        discussion: """
            Example: shed bundle show "Calculus 2023"
            """)

    @Argument(help: "The bundle: its name, path or ID.", completion: .directory) var bundle: String
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let (reading, view) = try session.papersToShow()
        let found = try session.bundle(bundle, in: reading.project, view)
        if global.json {
            let listing = try reading.project.listing(of: found.path, depth: 0)
            session.output.json(PaperShapes(view: view, listing: listing, unusable: { session.unusable(in: $0, reading) }).whole(found))
        } else if global.zero {
            session.output.path(session.style.place(found.path))
        } else {
            show(found, view, session.unusable(in: found, reading), session)
        }
        session.warnOfRest(in: reading.project)
        return .done
    }

    private func show(_ bundle: PapersView.Bundle, _ view: PapersView, _ unusable: [PDFVariant: String], _ session: Session) {
        let output = session.output
        output.line(session.style.heading(bundle.name.escaped) + session.style.faint("  \(bundle.id)"))
        for variant in PDFVariant.allCases {
            let label = variant.fileName + String(repeating: " ", count: 14 - variant.fileName.count)
            if let why = unusable[variant] { output.line(label + session.style.warning("does not count: ") + why) }
            guard let file = bundle.files[variant] else {
                if unusable[variant] == nil { output.line(label + session.style.faint("none")) }
                continue
            }
            guard unusable[variant] == nil else { continue }
            output.line("\(label)\(Style.count(file.pages, "page")), \(Style.count(Int(file.size), "byte"))")
        }
        for variant in [PDFVariant.ocr, .original] where bundle.alignment.mapping[variant] != nil {
            output.line("mapped        --\(variant.rawValue) \(bundle.alignment.mapping.text(variant))")
        }
        for fault in bundle.alignment.faults { output.line(session.style.warning("  \(fault.sentence)")) }
        for name in bundle.attachments { output.line("attachment    \(name)") }
        let labels = view.model.nodes[bundle.id]?.details?.labels ?? NodeLabels()
        session.showLabels(labels, view)
        let uses = view.uses(of: bundle.id)
        output.line(uses.isEmpty ? session.style.faint("used by no page") : "used by \(Style.count(uses.count, "page"))")
        for use in uses {
            let older = use.older.isEmpty ? "" : "older versions: \(PageRange.text(use.older))"
            let facts = [use.number.map { "page \($0)" } ?? "", older].filter { !$0.isEmpty }.joined(separator: ", ")
            output.line("  \(session.style.path(use.path))" + session.style.faint("  \(facts)"))
        }
    }
}
