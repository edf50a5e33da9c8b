import ArgumentParser
import ShedEngine
import ShedModel
import ShedPapers

struct BundleVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bundle",
        abstract: "PDFs that pages are made from: add, list, show, attach, map, delete.",
        discussion: """
            A bundle holds one document in up to three forms: display.pdf, which pages are made from, ocr.pdf, which text \
            is taken from, and original.pdf. Documentation/Papers.md says more.

            Example: shed bundle add "Calculus 2023.pdf"
            """,
        subcommands: [
            BundleAddVerb.self, BundleListVerb.self, BundleShowVerb.self, BundleAttachVerb.self, BundleMapVerb.self, BundleDeleteVerb.self,
        ])
}

struct BundleListVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the bundles.", discussion: "Example: shed bundle list --json")
    static var actor: String? { "bundle" }

    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let (project, book) = try session.papersToShow()
        if global.json {
            session.output.json(.array(book.bundles.map(PaperShapes(book: book, unusable: { session.unusable(in: $0, project) }).bundle)))
        } else if global.zero {
            for bundle in book.bundles { session.output.path(bundle.path.bytes) }
        } else {
            for bundle in book.bundles {
                let unusable = session.unusable(in: bundle, project)
                let troubles = PDFVariant.allCases.compactMap { variant in unusable[variant].map { "\(variant.fileName) does not count: \(Self.first($0))" } }
                let trouble = troubles.isEmpty ? "" : session.style.warning("  \(troubles.joined(separator: "; "))")
                session.output.line(bundle.name.escaped + session.style.faint("  \(facts(bundle, unusable))") + trouble)
            }
            if book.bundles.isEmpty { session.say(session.style.faint("No bundles yet")) }
        }
        session.warnOfRest(in: project)
        return .done
    }

    /// What a sentence says before the first semicolon, as part of a line.
    private static func first(_ sentence: String) -> String {
        let clause = sentence.prefix { $0 != ";" }
        return clause.prefix(1).lowercased() + (clause.last == "." ? clause.dropFirst().dropLast() : clause.dropFirst())
    }

    private func facts(_ bundle: PapersBook.Bundle, _ unusable: [PDFVariant: String]) -> String {
        let isLacking = bundle.files[.display] == nil
        var facts = [isLacking ? unusable[.display] == nil ? "no display.pdf" : "no pages" : Style.count(bundle.pageCount, "page")]
        facts += [PDFVariant.ocr, .original].filter { bundle.files[$0] != nil }.map(\.rawValue)
        if !bundle.users.isEmpty { facts.append("used by \(Style.count(bundle.users.count, "page"))") }
        if global.verbose { facts.append(bundle.id.description) }
        return facts.joined(separator: ", ")
    }
}

struct BundleShowVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a bundle: its variants, how their pages belong together, which pages use it.",
        discussion: """
            Example: shed bundle show "Calculus 2023"
            """)
    static var actor: String? { "bundle" }

    @Argument(help: "The bundle: its name, path or ID.", completion: .directory) var bundle: String
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let (project, book) = try session.papersToShow()
        let found = try session.bundle(bundle, in: project, book)
        if global.json {
            let listing = try project.listing(of: found.path, depth: 0)
            session.output.json(PaperShapes(book: book, listing: listing, unusable: { session.unusable(in: $0, project) }).whole(found))
        } else if global.zero {
            session.output.path(found.path.bytes)
        } else {
            show(found, book, session.unusable(in: found, project), session)
        }
        session.warnOfRest(in: project)
        return .done
    }

    private func show(_ bundle: PapersBook.Bundle, _ book: PapersBook, _ unusable: [PDFVariant: String], _ session: Session) {
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
        let labels = book.model.nodes[bundle.id]?.details?.labels ?? NodeLabels()
        session.showLabels(labels, book)
        let uses = book.uses(of: bundle.id)
        output.line(uses.isEmpty ? session.style.faint("used by no page") : "used by \(Style.count(uses.count, "page"))")
        for use in uses {
            let older = use.older.isEmpty ? "" : "older versions: \(PageRange.text(use.older))"
            let facts = [use.number.map { "page \($0)" } ?? "", older].filter { !$0.isEmpty }.joined(separator: ", ")
            output.line("  \(use.path)" + session.style.faint("  \(facts)"))
        }
    }
}

extension Session {
    /// The variants of a bundle that are there and do not count, and why; none where that cannot be told.
    func unusable(in bundle: PapersBook.Bundle, _ project: Project) -> [PDFVariant: String] { (try? project.unusable(in: bundle)) ?? [:] }

    /// Tags and values of a node, a line each.
    func showLabels(_ labels: NodeLabels, _ book: PapersBook) {
        let tags = book.model.labels.tags(of: labels)
        if !tags.isEmpty { output.line("tags          \(tags.map { style.label($0.title) }.joined(separator: ", "))") }
        for (variable, value) in book.model.labels.values(of: labels) {
            output.line("variable      \(style.label(variable.name)) = \(style.label(value.description))")
        }
    }
}
