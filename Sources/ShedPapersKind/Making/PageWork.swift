import ShedDisk
import ShedMessages
import ShedModel
import ShedPapers
import ShedProject
import ShedRules

/// The file of one page that is to be made.
struct PageWork {
    var id: NodeID
    var reference: PageReference
    /// Where it goes.
    var target: RelativePath
    /// The file that stands there now; `nil`: nothing.
    var replaced: Evidence?
    /// The rule by which what is replaced goes to Rejected; `nil`: it was made by shed and goes for good.
    var rejecting: String?
    /// Why there is a new version; `nil` where there is none, unless the page is made from another display variant than before.
    var cause: PageVersion.Cause?
    /// Whether it also replaces what some program has open to write to it: not where that is a PDF of a person's, who has not said so.
    var overridesWriters = true
}

extension PageWork {
    /// Read-only.
    static let mode: UInt32 = 0o444

    /// What the file of a page is called, without its number in the order: as the bundle, control characters aside, which a
    /// bundle's name can have from a file manager.
    static func title(_ bundle: Name, _ number: Int) -> Name {
        let suffix = Array(" p\(number).pdf".utf8)
        return Name(bytes: Array(UTF8Cut.prefix(ControlCharacter.spaced(bundle).bytes[...], atMost: Name.longest - suffix.count - 8)) + suffix)
    }
}

extension ProjectReader {
    /// Makes the files of pages in a staged change, one run of qpdf for each bundle, with what goes into the sidecar.
    /// - Parameter made: a folder of the change that is to hold them, at the path in which their targets lie; `nil`: theirs
    ///   are there.
    /// - Returns: what they hold.
    func stage(
        _ works: [PageWork], _ view: PapersView, into made: DirectoryHandle? = nil, _ change: inout StagedChange
    ) throws(ShedError) -> Set<ContentHash> {
        let now = surroundings.now()
        var contents: Set<ContentHash> = []
        for (position, (bundle, works)) in Dictionary(grouping: works, by: \.reference.bundle).sorted(by: { $0.key < $1.key }).enumerated() {
            guard let found = view.bundle(bundle), let source = found.files[.display] else {
                throw ShedError.refused(by: DanglingBundle.info, .noBundleWithDisplay(id: "\(bundle)"), remedy: .bringBackOrChoose)
            }
            guard let file = try display(source.hash, of: found) else {
                throw ShedError(.environment, .displayAltered(path: "\(found.path)"), remedy: .syncLooksAtIt)
            }
            let pages: [StagedPage]
            do { pages = try stage(works, of: file, batch: position, into: made, &change) } catch { throw ShedError(error) }
            for page in pages {
                let file = PageFile(hash: page.made.hash, size: page.made.size, source: source.hash)
                contents.insert(file.hash)
                change.operations.append(operation(for: page.work, file, now, view))
                if page.work.replaced == nil { change.assigned[page.work.target] = page.work.id }
            }
        }
        return contents
    }

    /// The pages of one bundle.
    /// - Parameter batch: a number that no other bundle has in the change.
    private func stage(
        _ works: [PageWork], of file: PDFFile, batch: Int, into made: DirectoryHandle?, _ change: inout StagedChange
    ) throws -> [StagedPage] {
        let tools = try tools()
        let looked = try papersProject.looked(at: file, tools)
        let folder = change.folder.directory
        let name = { (page: Int) in Name("page-\(batch)-\(page)") }
        let extracted = try PDFPages.extract(works.map(\.reference.number), of: looked.file, looked.facts, tools) { page in
            Destination(folder, name(page), mode: PageWork.mode)
        }
        let pages = Dictionary(extracted.map { ($0.page, $0) }) { first, _ in first }
        var staged: [StagedPage] = []
        // Where the first file of each page is: in a new group it has its last name already.
        var first: [Int: (directory: DirectoryHandle, name: Name)] = [:]
        for (number, work) in works.enumerated() {
            guard let page = pages[work.reference.number] else { continue }
            var file = name(page.page)
            if let same = first[page.page] {
                file = Name("copy-\(batch)-\(number)")
                _ = try change.folder.copy(same.directory.file(same.name), as: file, for: work.target, mode: PageWork.mode, expecting: page.hash)
            }
            if let made, let last = work.target.last {
                try folder.rename(file, to: made, as: last, expecting: nil)
                first[page.page] = (made, last)
            } else {
                first[page.page] = first[page.page] ?? (folder, file)
                try change.add(file, to: work.target, replacing: work.replaced, rejecting: work.rejecting)
                if work.overridesWriters { change.overrideWritersWithLast() }
            }
            staged.append(StagedPage(work: work, made: page))
        }
        return staged
    }

    /// What the sidecar says of a page whose file is made.
    private func operation(for work: PageWork, _ file: PageFile, _ now: Int64, _ view: PapersView) -> Operation {
        var fields = [work.reference.field, file.field]
        if work.cause == .created, let number = work.target.last.flatMap({ OrderedName($0).number }) {
            fields.append(PaperField.numberField(number))
        }
        fields += versions(of: work.id, work.reference, file, work.cause, now, view.model).map(\.field)
        return Operation(work.id, fields)
    }

    /// The versions of a page that come with its new file: one of what it shows from now on, if that is another page or another
    /// display variant; and before it one of what it showed so far, where none says that, as an earlier shed left it.
    /// - Parameter cause: `nil` where its file is only made anew.
    func versions(
        of page: NodeID, _ reference: PageReference, _ file: PageFile, _ cause: PageVersion.Cause?, _ now: Int64, _ model: Model
    ) -> [PageVersion] {
        let node = model.nodes[page]
        let former = node?.pageFile
        let known = former?.source ?? node?.pageVersions.last?.source
        guard let cause = cause ?? (known == file.source ? nil : .remade) else { return [] }
        var versions = [version(of: page, reference, file, cause, now, model)]
        if let node, let former, let shown = node.pageReference, !node.pageVersions.contains(where: { version in
            version.source == former.source && version.reference.number == shown.number
                && model.resolve(version.reference.bundle) == model.resolve(shown.bundle)
        }) {
            versions.insert(version(of: page, shown, former, .remade, now - 1, model), at: 0)
        }
        return versions
    }

    /// A version of a page as it is now.
    func version(
        of page: NodeID, _ reference: PageReference, _ file: PageFile, _ cause: PageVersion.Cause, _ now: Int64, _ model: Model
    ) -> PageVersion {
        let labels = model.nodes[page]?.details?.labels ?? NodeLabels()
        return PageVersion(
            id: newID(), time: now, cause: cause, reference: reference, source: file.source, file: file.hash,
            tags: model.labels.tags(of: labels).map(\.title).sorted(),
            values: model.labels.values(of: labels).map { PageVersion.Value(name: $0.variable.name, value: $0.value) })
    }
}

/// A page whose file was made in a staged change.
private struct StagedPage {
    var work: PageWork
    var made: PDFPages.Extracted
}
