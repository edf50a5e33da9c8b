import ShedDisk
import ShedMessages
import ShedModel
import ShedProject
import ShedWriting

extension ProjectReader {
    /// The pages of a manuscript or script, as a PDF: the same bytes each time, as long as LibreOffice and the typefaces are the same.
    func pages(of compilation: Compilation) throws(ShedError) -> [UInt8] {
        let office = try office(for: .pdf)
        let (source, format) = try pageSource(of: compilation)
        let made = try converted(source, format.rawValue, to: "pdf", by: "writer_pdf_Export", office, on: RelativePath([compilation.name]))
        return PDFTimes.fixed(made) { ContentHash(of: $0).description } ?? made
    }

    /// A script for word processors, in the layout of the industry. What it is made from says no time, so neither does it.
    func document(of script: Script, _ format: CompileProfile.Format, _ compilation: Compilation) throws(ShedError) -> [UInt8] {
        let office = try office(for: format)
        let made = try converted(
            script.printed, CompileProfile.Format.odt.rawValue, to: format.rawValue, by: Office.docx, office, on: RelativePath([compilation.name]))
        return ZipTimes.fixed(made) ?? made
    }

    private func office(for format: CompileProfile.Format) throws(ShedError) -> Office {
        if let office = Office(surroundings) { return office }
        throw ShedError(.environment, .officeIsNeeded(format: format.rawValue), remedy: .installPackage(package: Office.package))
    }

    /// What LibreOffice makes of a file.
    /// - Parameters:
    ///   - ending: of the file, and of what is made, without a dot; not the same.
    ///   - filter: by which it is written, as LibreOffice names it.
    private func converted(
        _ bytes: [UInt8], _ ending: String, to other: String, by filter: String, _ office: Office, on subject: RelativePath
    ) throws(ShedError) -> [UInt8] {
        try inWorkDirectory { work throws(ShedError) in
            try staged(bytes, "input.\(ending)", in: work)
            return try office.convert("input.\(ending)", to: other, by: filter, in: work, on: subject)
        }
    }

    /// The document that pages are laid out from: of a script shed's own.
    private func pageSource(of compilation: Compilation) throws(ShedError) -> (bytes: [UInt8], format: CompileProfile.Format) {
        if let script = compilation.script { return (script.printed, .odt) }
        let format = compilation.pageFormat
        return (try converted(compilation, to: format), format)
    }

    // MARK: Documents that are read

    /// A document of another program as Markdown. What pandoc does not know, or cannot read, LibreOffice makes something of that it can.
    /// - Parameters:
    ///   - format: as the file's name ends.
    ///   - pandoc: `nil` where it is not installed.
    func markdown(of bytes: [UInt8], _ format: String, _ path: RelativePath, _ pandoc: Pandoc?) throws(ShedError) -> [UInt8] {
        let office = Office(surroundings)
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
        let (ending, filter) = format == "docx" ? ("odt", "writer8") : ("docx", Office.docx)
        let other = try converted(bytes, format, to: ending, by: filter, office, on: path)
        return try markdown(byPandoc: other, ending, path, pandoc)
    }
}
