import ShedDisk
import ShedMessages
import ShedModel
import ShedPapers
import ShedProject

/// The PDFs of bundles, opened for reading, each once.
final class PaperSources {
    private let reader: any ProjectReader
    private let view: PapersView
    let tools: Tools
    private var opened: [Key: Result<PDFFile, ShedError>] = [:]

    private struct Key: Hashable {
        var bundle: NodeID
        var variant: PDFVariant
    }

    init(_ reader: some ProjectReader, _ view: PapersView) throws(ShedError) {
        self.reader = reader
        self.view = view
        tools = try reader.tools()
    }

    /// A bundle's variant with the content that counts as it: the file that people see, else the protected copy.
    /// - Throws: ``ShedError`` where there is neither.
    func file(_ bundle: NodeID, _ variant: PDFVariant) throws(ShedError) -> PDFFile {
        let key = Key(bundle: bundle, variant: variant)
        if let known = opened[key] { return try known.get() }
        do throws(ShedError) {
            let file = try open(key)
            opened[key] = .success(file)
            return file
        } catch {
            opened[key] = .failure(error)
            throw error
        }
    }

    private func open(_ key: Key) throws(ShedError) -> PDFFile {
        let name = view.name(ofBundle: key.bundle)
        guard let known = view.model.nodes[key.bundle]?.bundleFile(key.variant) else {
            throw ShedError(.refused, .lacksVariant(name: "\(name)", file: key.variant.fileName), remedy: .attachAddsOne)
        }
        if let path = view.model.path(of: key.bundle), let directory = try? reader.root.openDirectory(at: path),
            let file = try? PDFFile(Name(key.variant.fileName), in: directory, limits: tools.limits), (try? file.hash()) == known.hash
        {
            return file
        }
        do { return try copy(known.hash) } catch {
            throw ShedError(.refused, .variantUnusable(file: key.variant.fileName, name: "\(name)"), remedy: .putPDFBack)
        }
    }

    /// A protected copy, if it is good.
    private func copy(_ content: ContentHash) throws -> PDFFile {
        guard let store = try reader.existingProtectedStore() else { throw PapersError(.notStored, .noProtectedCopyOfIt) }
        let file = try PDFFile(try store.file(content), limits: tools.limits)
        guard try file.hash() == content else { throw PapersError(.altered, .itsCopyAltered) }
        return file
    }

    /// What a page shows, or showed in a version: the page of a display variant, by its number.
    /// - Throws: ``ShedError`` where that is not there any more.
    func shown(by page: PapersView.Page, _ version: PageVersion?) throws(ShedError) -> (source: LookedThrough, number: Int) {
        guard let version else {
            guard let reference = page.reference else { throw ShedError.waiting(page) }
            return (try display(reference.bundle), reference.number)
        }
        return (try display(seenBy: version), version.reference.number)
    }

    /// The display variant that a version saw: the bundle's, where it still has that content, else another bundle's that has
    /// it, else the protected copy.
    private func display(seenBy version: PageVersion) throws(ShedError) -> LookedThrough {
        guard let source = version.source, view.isReplaced(version) else { return try display(view.model.resolve(version.reference.bundle)) }
        return try look(at: file(source, whichWas: .sawOlderDisplay(name: "\(view.name(ofBundle: version.reference.bundle))")))
    }

    /// A display variant that some bundle has or had: the file that people see, else the protected copy.
    /// - Parameter what: names it, for the error where there is neither.
    func file(_ display: ContentHash, whichWas what: Message) throws(ShedError) -> PDFFile {
        if let other = view.bundles.first(where: { $0.files[.display]?.hash == display }), let file = try? file(other.id, .display) { return file }
        do { return try copy(display) } catch {
            throw ShedError(.refused, .displayLost(what: what, content: String(display.description.prefix(12))), remedy: .putThatPDFBack)
        }
    }

    /// The display variant of a bundle, looked through.
    func display(_ bundle: NodeID) throws(ShedError) -> LookedThrough {
        try look(at: file(bundle, .display))
    }

    private func look(at file: PDFFile) throws(ShedError) -> LookedThrough {
        let kind = try reader.papersProject
        do throws(PapersError) { return try kind.looked(at: file, tools) } catch { throw ShedError(error) }
    }
}

extension Project {
    /// A PDF anywhere on the machine, opened for reading. Links on the way are the person's own and are followed.
    /// - Parameter path: absolute.
    public func openPDF(_ path: [UInt8]) throws(ShedError) -> PDFFile {
        let real = try RealPath.of(path)
        guard let parts = AbsolutePath.parts(of: real), !parts.name.isEmpty else {
            throw ShedError(.usage, .isAFolder(path: EscapedText.escape(real)), remedy: .namePDF)
        }
        let name = Name(bytes: parts.name)
        let limits = try asKnown.tools().limits
        do {
            let directory = try DirectoryHandle(pathBytes: parts.parent)
            guard try directory.kind(of: name) != .directory else {
                throw ShedError(
                    .usage, .folderIsNoPDF(path: EscapedText.escape(real)),
                    remedy: .namePDFOrAll(command: "shed bundle add \(ShellWord.quote(real))/*.pdf"))
            }
            return try PDFFile(name, in: directory, limits: limits)
        } catch { throw ShedError(error) }
    }
}
