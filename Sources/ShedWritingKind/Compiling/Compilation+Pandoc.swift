import Glibc
import ShedDisk
import ShedMessages
import ShedModel
import ShedOffice
import ShedProject
import ShedService
import ShedWriting

// What people wrote is read with `--sandbox`. What writes docx, odt and epub has to read its own files, which `--sandbox` keeps it from
// where they are not part of the program, as in Debian (2.17); it is given a document in which nothing leads anywhere
// (``PandocDocument``).

extension Pandoc {
    /// GHC takes much address space for what it uses little of.
    fileprivate static let making = Bounds(
        limits: Cell.Limits(memory: 8 << 30, processorSeconds: 120, fileSize: 1 << 30), milliseconds: 180_000, output: 256 << 20,
        whenTooMuch: .compileParts, whenFailed: .leaveOutOrMend)

    /// Runs it to its end in a directory.
    /// - Returns: what it printed.
    fileprivate func run(_ arguments: [String], in work: DirectoryHandle, on subject: RelativePath) throws(ShedError) -> [UInt8] {
        try run(arguments, ChildStreams(directory: work.descriptor), Pandoc.making, on: subject)
    }
}

extension ProjectReader {
    /// A document that pandoc knows as Markdown.
    func markdown(byPandoc bytes: [UInt8], _ format: String, _ path: RelativePath, _ tool: Pandoc) throws(ShedError) -> Pandoc.Outcome {
        try inWorkDirectory { work throws(ShedError) in
            try staged(format == "rtf" ? RichText.mended(bytes) : bytes, "input.\(format)", in: work)
            let arguments = ["--sandbox", "--from=\(format)", "--to=\(PandocDocument.writer)", "--wrap=none", "input.\(format)"]
            switch try tool.outcome(arguments, ChildStreams(directory: work.descriptor), Pandoc.making, on: path) {
            case .printed(let output): return .printed(SceneReference.restored(in: output))
            case .failed(let error): return .failed(error)
            }
        }
    }

    /// What pandoc makes of a manuscript.
    func converted(_ compilation: Compilation, to format: CompileProfile.Format) throws(ShedError) -> [UInt8] {
        guard let tool = Pandoc(surroundings) else {
            throw ShedError(.environment, .pandocIsNeeded(format: format.rawValue), remedy: .installPackage(package: "pandoc"))
        }
        let subject = RelativePath([compilation.name])
        let manuscript = compilation.manuscript
        // No text holds its own hash.
        let mark = "shedmark\(ContentHash(of: manuscript.pandocSource(mark: "shedmark")))"
        return try inWorkDirectory { work throws(ShedError) in
            try staged(manuscript.pandocSource(mark: mark), "input.md", in: work)
            let read = try tool.run(["--sandbox", "--from=\(PandocDocument.reader)", "--to=json", "input.md"], in: work, on: subject)
            let images = try copyImages(of: compilation, into: work)
            guard let document = PandocDocument.mended(read, images: images, mark: mark, of: manuscript, for: format) else {
                throw ShedError(.environment, .pandocFailed(path: "\(subject)", reason: "its document cannot be read"), remedy: .leaveOutOrMend)
            }
            try staged(document, "document.json", in: work)
            var arguments = ["--from=json", "--to=\(format.rawValue)", "--standalone", "--output=output.\(format.rawValue)"]
            arguments += metadata(of: compilation, format)
            arguments += try styles(of: compilation, format, into: work)
            _ = try tool.run(arguments + ["document.json"], in: work, on: subject)
            do throws(DiskError) {
                let made = try work.read(Name("output.\(format.rawValue)"), atMost: CompileWork.largest)
                return manuscript.titled(ZipTimes.fixed(made) ?? made, format)
            } catch { throw ShedError(error) }
        }
    }

    /// What says how it looks: the document that the profile names, else shed's own.
    private func styles(of compilation: Compilation, _ format: CompileProfile.Format, into work: DirectoryHandle) throws(ShedError) -> [String] {
        var arguments: [String] = []
        let name = "reference.\(format.rawValue)"
        if let path = compilation.profile.reference(for: format) {
            try staged(checkedReference(path, format), name, in: work)
            arguments.append("--reference-doc=\(name)")
        } else if let reference = compilation.manuscript.reference(for: format) {
            try staged(reference, name, in: work)
            arguments.append("--reference-doc=\(name)")
        }
        if let template = Manuscript.template(for: format) {
            try staged(template, "template.xml", in: work)
            arguments.append("--template=template.xml")
        }
        if format == .epub {
            try staged(EPUBStyle.text(compilation.profile), "style.css", in: work)
            arguments.append("--css=style.css")
        }
        return arguments
    }

    private func metadata(of compilation: Compilation, _ format: CompileProfile.Format) -> [String] {
        let profile = compilation.profile
        var metadata = [("lang", profile.work.language)]
        // In a docx they would stand in the text besides.
        if format != .docx {
            metadata.append(("title", compilation.manuscript.title))
            if let author = compilation.manuscript.author { metadata.append(("author", author)) }
        }
        if format == .epub {
            if profile.titlePage.isWanted, let words = compilation.manuscript.aboutWords { metadata.append(("subtitle", words)) }
            // Else a new one is made up each time.
            metadata.append(("identifier", "urn:shed:\(id)"))
        }
        return metadata.map { "--metadata=\($0.0)=\($0.1)" }
    }

    // MARK: Its directory

    /// Does something in a directory of its own in the state directory, which is removed with all that is in it. Nothing is written into
    /// the project, which may only be looked at.
    func inWorkDirectory<Made>(_ body: (DirectoryHandle) throws(ShedError) -> Made) throws(ShedError) -> Made {
        var lastError: DiskError?
        for _ in 1...3 {
            let name = Name(Pandoc.prefix + "\(newID())")
            let (scratch, work): (DirectoryHandle, DirectoryHandle)
            do throws(DiskError) {
                scratch = try surroundings.makeStateDirectory("work")
                // Whoever finds one of a moment ago before its lock is held takes it away, and it is made anew below.
                scratch.removeAbandoned(now: surroundings.now() * 1_000_000) { $0.bytes.starts(with: Pandoc.prefix.utf8) }
                try scratch.makeDirectory(name)
                // RACE: who sweeps just now may take this one for left behind. Then the lock is theirs, or it is not there any more.
                work = try scratch.openDirectory(name)
                guard flock(work.descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK, try scratch.evidence(of: name) != nil else {
                    throw DiskError(.changed, action: "make", path: work.label)
                }
            } catch {
                lastError = error
                guard error.code == .changed || error.code == .notFound else { break }
                continue
            }
            defer { try? scratch.removeTree(name) }
            return try withExtendedLifetime(work) { () throws(ShedError) -> Made in try body(work) }
        }
        throw lastError.map(ShedError.init) ?? ShedError(.environment, "nothing could be made in the state directory")
    }

    func staged(_ bytes: [UInt8], _ name: String, in work: DirectoryHandle) throws(ShedError) {
        do throws(DiskError) { _ = try work.stage(Name(name), bytes, isDurable: false) } catch { throw ShedError(error) }
    }

    /// Copies the images that texts show, under names of their own.
    /// - Returns: these, by the paths as the text has them.
    private func copyImages(of compilation: Compilation, into work: DirectoryHandle) throws(ShedError) -> [String: PandocImage] {
        var treatment = MarkdownTreatment()
        (treatment.base, treatment.output) = (compilation.target.base, compilation.target.folder)
        var images: [String: PandocImage] = [:]
        var total: Int64 = 0
        for (number, image) in compilation.images.enumerated() {
            guard let name = image.last, let path = treatment.written(image), case let ending = String(decoding: name.parts.suffix, as: UTF8.self).lowercased(),
                Pandoc.imageEndings.contains(ending), let folder = try? root.openDirectory(at: image.parent),
                let bytes = try? folder.read(name, atMost: Pandoc.largestImage)
            else { continue }
            total += Int64(bytes.count)
            guard total <= Pandoc.allImages else { break }
            let copy = "image-\(number)\(ending)"
            try staged(bytes, copy, in: work)
            images[String(decoding: path, as: UTF8.self)] = PandocImage(file: copy, bytes)
        }
        return images
    }

    /// A document of the project whose styles are taken: what is taken of it goes into what is made, so there is nothing else in it.
    private func checkedReference(_ path: RelativePath, _ format: CompileProfile.Format) throws(ShedError) -> [UInt8] {
        let bytes: [UInt8]
        do throws(DiskError) {
            guard let last = path.last else { return [] }
            bytes = try root.openDirectory(at: path.parent).read(last, atMost: Pandoc.largestReference)
        } catch { throw ShedError(.environment, .cannotCompile(path: "\(path)", reason: error.words), remedy: .leaveOutOrMend) }
        do throws(OfficeError) {
            let parts = try OfficeReference.parts(of: bytes, format == .odt ? .odt : .docx).map { ZipFile.Part($0.name, $0.bytes) }
            return ZipFile.stored(parts)
        } catch { throw ShedError(.environment, .referenceRefused(path: "\(path)", reason: error.reason), remedy: .referenceWithoutThat) }
    }
}

extension Pandoc {
    fileprivate static let prefix = "compile-"

    /// In bytes.
    fileprivate static let largestReference = 16 << 20
    /// The images that it is given: none that holds anything else.
    fileprivate static let imageEndings: Set = [".png", ".jpg", ".jpeg", ".gif", ".tif", ".tiff", ".bmp", ".webp"]
    fileprivate static let largestImage = 32 << 20
    fileprivate static let allImages: Int64 = 256 << 20
}
