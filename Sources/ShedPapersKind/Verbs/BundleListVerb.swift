import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel
import ShedPapers

struct BundleListVerb: BundleSubverb {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the bundles.", discussion: "Example: shed bundle list --json")

    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let (reading, view) = try session.papersToShow()
        if global.json {
            try session.output.json(each: view.bundles.lazy.map(PaperShapes(view: view, unusable: { session.unusable(in: $0, reading) }).bundle))
        } else if global.zero {
            for bundle in view.bundles { session.output.path(session.style.place(bundle.path)) }
        } else {
            for bundle in view.bundles {
                let unusable = session.unusable(in: bundle, reading)
                let troubles = PDFVariant.allCases.compactMap { variant in unusable[variant].map { "\(variant.fileName) does not count: \(Self.first($0))" } }
                let trouble = troubles.isEmpty ? "" : session.style.warning("  \(troubles.joined(separator: "; "))")
                session.output.line(bundle.name.escaped + session.style.faint("  \(facts(bundle, unusable))") + trouble)
            }
            if view.bundles.isEmpty { session.say(session.style.faint(session.style.text(.noneOfSort(sort: "bundles")))) }
        }
        session.warnOfRest(in: reading.project)
        return .done
    }

    /// What a sentence says before the first semicolon, as part of a line.
    private static func first(_ sentence: String) -> String {
        let clause = sentence.prefix { $0 != ";" }
        return clause.prefix(1).lowercased() + (clause.last == "." ? clause.dropFirst().dropLast() : clause.dropFirst())
    }

    private func facts(_ bundle: PapersView.Bundle, _ unusable: [PDFVariant: String]) -> String {
        let isLacking = bundle.files[.display] == nil
        var facts = [isLacking ? unusable[.display] == nil ? "no display.pdf" : "no pages" : Style.count(bundle.pageCount, "page")]
        facts += [PDFVariant.ocr, .original].filter { bundle.files[$0] != nil }.map(\.rawValue)
        if !bundle.users.isEmpty { facts.append("used by \(Style.count(bundle.users.count, "page"))") }
        if global.verbose { facts.append(bundle.id.description) }
        return facts.joined(separator: ", ")
    }
}
