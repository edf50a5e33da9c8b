import ShedDisk
import ShedMessages
import ShedModel
import ShedPapers
import ShedProject
import ShedSidecar

/// What work on PDFs needs.
extension ProjectReader {
    /// The programs that read and make PDFs. Their work directories are made in the state directory.
    func tools() throws(ShedError) -> Tools {
        do throws(DiskError) {
            var tools = Tools(scratch: try surroundings.makeStateDirectory("work"), environment: surroundings.environment)
            tools.allowance = (project.kind as? PapersProject)?.allowance
            return tools
        } catch { throw ShedError(error) }
    }

    /// A PDF of the project, opened for reading.
    func pdf(at path: RelativePath, _ tools: Tools) throws(PapersError) -> PDFFile {
        guard let name = path.last else { throw PapersError(.notPDF, .rootIsNoPDF) }
        let directory: DirectoryHandle
        do throws(DiskError) { directory = try root.openDirectory(at: path.parent) } catch {
            throw PapersError(error)
        }
        return try PDFFile(name, in: directory, limits: tools.limits)
    }

    /// The protected copies, in `.shed/store`.
    func protectedStore() throws(ShedError) -> ProtectedStore {
        do throws(DiskError) {
            return ProtectedStore(try root.openDirectory(Sidecar.name).openDirectory(PapersFolder.store, create: true))
        } catch { throw ShedError(error) }
    }

    /// The same, `nil` where there are none; makes nothing.
    func existingProtectedStore() throws(ShedError) -> ProtectedStore? {
        do throws(DiskError) {
            return ProtectedStore(try root.openDirectory(Sidecar.name).openDirectory(PapersFolder.store))
        } catch {
            if [.notFound, .notDirectory, .isLink].contains(error.code) { return nil }
            throw ShedError(error)
        }
    }

    /// The texts of PDFs, in `.shed/text`; `nil` where there are none and nothing is to be made.
    func textStore(making: Bool) throws(ShedError) -> TextStore? {
        do throws(DiskError) {
            return TextStore(try root.openDirectory(Sidecar.name).openDirectory(PapersFolder.text, create: making))
        } catch {
            if !making, [.notFound, .notDirectory, .isLink].contains(error.code) { return nil }
            throw ShedError(error)
        }
    }
}

/// The folders of `.shed` that are this kind's own.
enum PapersFolder {
    /// Of protected copies.
    static let store: Name = "store"
    static let text: Name = "text"
}

extension Name {
    /// A file's name without `.pdf`.
    var pdfStem: Name { hasSuffix(".pdf") ? Name(bytes: Array(bytes.dropLast(4))) : self }
}

extension PapersError: ShedErrorConvertible {
    package var shedError: ShedError { ShedError(self, about: nil) }
}

extension PageRange.Fault {
    /// For people: a sentence without a full stop.
    var words: Message {
        switch self {
        case .tooMany(let most): .morePagesThan(most: most)
        case .noPages: .noPagesThere
        case .noPage(let page, let count): .noPageOf(number: page, count: count)
        case .misread(let text): .noPages(text: text)
        }
    }
}

extension ShedError {
    /// A fault of the work on PDFs.
    init(_ error: PapersError, about path: RelativePath? = nil) {
        let isRefusal = [.notPDF, .encrypted, .damaged, .noPages, .tooManyPages, .tooLarge, .tooMuchWork].contains(error.kind)
        self.init(
            isRefusal ? .refused : .environment, path.map { Message.about(subject: "\($0)", text: error.words) } ?? error.words,
            remedy: error.cure.isEmpty ? .nothing : .asSentence(text: error.cure))
    }
}
