import ShedDisk
import ShedMessages
import ShedModel
import ShedProject
import ShedWriting

extension ProjectReader {
    /// The pages of a manuscript or script, as a PDF: the same bytes each time, as long as LibreOffice and the typefaces are the same.
    func pages(of compilation: Compilation) throws(ShedError) -> [UInt8] {
        guard let office = Office(surroundings.environment) else {
            throw ShedError(.environment, .officeIsNeeded(format: CompileProfile.Format.pdf.rawValue), remedy: .installPackage(package: Office.package))
        }
        let (source, format) = try pageSource(of: compilation)
        return try inWorkDirectory { work throws(ShedError) in
            let input = "input.\(format.rawValue)"
            try staged(source, input, in: work)
            let made = try office.convert(input, to: "pdf", by: "writer_pdf_Export", in: work, on: RelativePath([compilation.name]))
            return PDFTimes.fixed(made) { ContentHash(of: $0).description } ?? made
        }
    }

    /// The document that pages are laid out from: of a script shed's own, of a manuscript the odt that would be compiled. Where the profile
    /// has a docx for its styles, and no odt, that one.
    private func pageSource(of compilation: Compilation) throws(ShedError) -> (bytes: [UInt8], format: CompileProfile.Format) {
        if let script = compilation.script { return (script.printed, .odt) }
        let references = compilation.profile.references
        let format = references[.odt] == nil && references[.docx] != nil ? CompileProfile.Format.docx : .odt
        return (try converted(compilation, to: format), format)
    }

    // MARK: Documents that are read

    /// A document of another program as Markdown. What pandoc does not know, or cannot read, LibreOffice makes something of that it can.
    /// - Parameters:
    ///   - format: as the file's name ends.
    ///   - pandoc: `nil` where it is not installed.
    func markdown(of bytes: [UInt8], _ format: String, _ path: RelativePath, _ pandoc: Pandoc?) throws(ShedError) -> [UInt8] {
        let office = Office(surroundings.environment)
        // Old documents of Word: pandoc has no reader for them.
        let isKnown = format != "doc"
        if !isKnown, office == nil { throw Office.missing(for: path) }
        guard let pandoc else { throw Pandoc.missing(for: path) }
        do throws(ShedError) {
            if isKnown { return try markdown(byPandoc: bytes, format, path, pandoc) }
        } catch {
            guard office != nil else { throw error }
        }
        guard let office else { throw Office.missing(for: path) }
        // Of docx and odt, the other one.
        let (ending, filter) = format == "docx" ? ("odt", "writer8") : ("docx", "Office Open XML Text")
        let other = try inWorkDirectory { work throws(ShedError) in
            try staged(bytes, "input.\(format)", in: work)
            return try office.convert("input.\(format)", to: ending, by: filter, in: work, on: path)
        }
        return try markdown(byPandoc: other, ending, path, pandoc)
    }
}
