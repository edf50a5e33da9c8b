import Glibc
import ShedDisk
import ShedModel
import ShedPapers
import ShedProject
import ShedProjectTestSupport
import ShedReconcile
import ShedTestSupport
import Testing

@testable import ShedPapersKind

/// Fills a papers project with real PDFs: what stands on disk, and what the sidecar has of it.
package struct PaperWork {
    package let project: Project

    package init(project: Project) { self.project = project }

    package var root: String { String(decoding: project.home.path, as: UTF8.self) }

    /// Writes a bundle's variants, instead of those that it has, and takes them in.
    @discardableResult
    package func bundle(_ name: String, _ variants: [PDFVariant: TestPDF]) throws -> NodeID {
        mkdir("\(root)/Bundles/\(name)", 0o755)
        for (variant, pdf) in variants { try write(pdf.bytes, "Bundles/\(name)/\(variant.fileName)") }
        try project.sync()
        let path = RelativePath(["Bundles", Name(name)])
        let id = try #require(try project.id(path))
        let reading = project.asKnown
        let (kind, tools) = (try reading.papersProject, try reading.tools())
        var fields: [Field] = []
        for variant in variants.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
            let looked = try kind.looked(at: path.appending(Name(variant.fileName)), tools)
            fields.append(looked.bundleFile.field(variant))
        }
        try project.commit([Operation(id, fields)])
        return id
    }

    /// Makes a page of a bundle's page, with its file, a version and the protected copy.
    @discardableResult
    package func page(_ path: RelativePath, of name: String, number: Int) throws -> NodeID {
        let bundle = try #require(try project.id(RelativePath(["Bundles", Name(name)])))
        let display = RelativePath(["Bundles", Name(name), "display.pdf"])
        let reading = project.asKnown
        let tools = try reading.tools()
        let looked = try reading.papersProject.looked(at: display, tools)
        try reading.protectedStore().add(looked.file.file)
        for depth in 1..<path.names.count { mkdir("\(root)/" + path.names[..<depth].map(\.escaped).joined(separator: "/"), 0o755) }
        try project.sync()
        let folder = try project.home.root.openDirectory(at: path.parent)
        let made = try PDFPages.extract([number], of: looked.file, looked.facts, tools) { _ in Destination(folder, path.last ?? "", mode: 0o444) }
        let id = reading.newID()
        try project.walk(.afterStaging(.init(assigned: [path: id])))
        let reference = PageReference(bundle: bundle, number: number)
        let version = PageVersion(
            id: reading.newID(), time: reading.surroundings.now(), cause: .created, reference: reference, source: looked.hash)
        let file = try #require(made.first)
        try project.commit([
            Operation(id, [.type(.page), reference.field, PageFile(hash: file.hash, size: file.size, source: looked.hash).field, version.field])
        ])
        return id
    }

    /// Says that a page shows another page of its bundle, as another device may have said.
    package func refer(_ path: RelativePath, to number: Int) throws {
        let id = try #require(try project.id(path))
        let reference = try #require(try project.asKnown.papers().model.nodes[id]?.pageReference)
        try project.commit([Operation(id, [PageReference(bundle: reference.bundle, number: number).field])])
    }

    /// Gives a bundle a page mapping.
    package func map(_ name: String, _ variant: PDFVariant, _ list: [Int?]) throws {
        let id = try #require(try project.id(RelativePath(["Bundles", Name(name)])))
        var mapping = PageMapping()
        mapping[variant] = list
        try project.commit([Operation(id, [mapping.field])])
    }

    /// Takes all texts, and reads all annotations.
    @discardableResult
    package func takeTexts() throws -> [TextResult] {
        _ = try project.asKnown.takeText(project.asKnown.annotationJobs())
        return try project.asKnown.takeText(project.asKnown.textJobs())
    }

    /// Writes a file; into one that is there in place, also if that is read-only.
    package func write(_ bytes: [UInt8], _ path: String) throws {
        chmod("\(root)/\(path)", 0o644)
        let file = try #require(fopen("\(root)/\(path)", "we"))
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }

    /// A page as a scanner makes it: the lines as a picture without text.
    package static func scan(_ lines: [String], in shelf: Shelf, seed: UInt64 = 1) throws -> TestPDF.Page {
        let path = "\(shelf.path)/scan"
        let file = try #require(fopen("\(path).pdf", "we"))
        let bytes = TestPDF([TestPDF.Page(lines)]).bytes
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
        try shelf.shell("pdftoppm -gray -r 150 -singlefile scan.pdf scan")
        var picture = try #require(TestPDF.Picture(pgm: TestFile.read("\(path).pgm")))
        var random = SeededRandom(seed)
        picture.addNoise(&random)
        return TestPDF.Page(picture: picture)
    }
}

extension Shelf {
    /// A papers project named P, and who works in it. The shelf is to have that kind.
    package func papers() throws -> PaperWork { PaperWork(project: try project("papers", named: "P")) }
}
