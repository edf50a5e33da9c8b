import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel
import ShedPapers

struct BundleMapVerb: BundleSubverb, ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "map", abstract: "Say which pages of a bundle's variants belong together.",
        discussion: """
            A list names, from the top down, the page of the variant that belongs to page 1 of display.pdf, to page 2, and \
            so on; “-” stands for none. “=” alone says that page n belongs to page n.

            Example: shed bundle map "Calculus 2023" --ocr 2-4,-,6 --original =
            """)

    @Argument(help: "The bundle: its name, path or ID.", completion: .directory) var bundle: String
    @Option(parsing: .unconditional, help: ArgumentHelp("The pages of ocr.pdf.", valueName: "pages")) var ocr: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("The pages of original.pdf.", valueName: "pages")) var original: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if ocr == nil, original == nil { throw ValidationError(.sayWhatToMap) }
    }

    func perform(_ session: Session) throws -> Ending {
        let (reading, view) = try session.papersToChange(dryRun: change.dryRun)
        let project = reading.project
        let found = try session.bundle(bundle, in: project, view)
        var mapping = found.alignment.mapping
        for (variant, list) in [(PDFVariant.ocr, ocr), (.original, original)] {
            guard let list else { continue }
            guard let pages = found.files[variant]?.pages else {
                throw ShedError(.refused, .lacksVariant(name: "\(found.name)", file: variant.fileName), remedy: .attachAddsOne)
            }
            let text = try session.text(list, of: "--\(variant.rawValue)")
            do throws(PageRange.Fault) { try mapping.set(variant, text, pages: pages) } catch {
                throw ShedError(.usage, .about(subject: "--\(variant.rawValue)", text: error.words))
            }
        }
        let changed = try project.writePapers { transaction throws(ShedError) in try transaction.map(found, mapping, dryRun: change.dryRun) }
        session.say("\(session.done("mapped", change.dryRun)) \(session.style.path(changed.path))")
        for variant in [PDFVariant.ocr, .original] where changed.files[variant] != nil { session.say("  --\(variant.rawValue) \(changed.alignment.mapping.text(variant))") }
        try session.sayChanged(changed, in: project)
        return .done
    }
}
