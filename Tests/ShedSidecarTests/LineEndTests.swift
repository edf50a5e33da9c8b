import ShedDisk
import ShedModel
import ShedTestSupport
import Testing

@testable import ShedSidecar

/// What git's `core.autocrlf` makes of a sidecar.
@Suite struct LineEndTests {
    private func withReturns(_ bytes: [UInt8]) -> [UInt8] { bytes.flatMap { $0 == 0x0a ? [0x0d, 0x0a] : [$0] } }

    private func batch(_ number: UInt64 = 1, project: NodeID = ShedSidecarTests.project) -> EncodedBatch {
        var writer = Writer(number, project: project)
        return writer.encoded(0, [(node(number), [.type(.file), place("Ode\r\n1.txt"), .note("one\r\ntwo\n")]), (node(number + 100), [.type(.folder)])])
    }

    /// What a file in `ops` reads as.
    private func read(_ bytes: [UInt8], named name: Name) throws -> Result<Batch, BatchFault> {
        let directory = try TemporaryDirectory()
        let sidecar = try directory.sidecar()
        try sidecar.directory.openDirectory("ops", create: true).write(name, bytes, replacing: true)
        let file = try #require(try sidecar.listing().batches.first { $0.name == name })
        return sidecar.read(file, of: projectFile)
    }

    @Test func `a batch with CR before each LF is the batch that was written, whatever its name`() throws {
        let encoded = batch()
        let operations = try BatchDecoder.decode(encoded.bytes, projects: [project]).operations
        let own = try #require(encoded.name)
        for name: Name in [own, "copy of it"] {
            let result = try read(withReturns(encoded.bytes), named: name)
            let found = try result.get()
            #expect(found.id == encoded.batch.id && found.operations == operations)
        }
    }

    @Test func `what was changed besides is torn, and what is another project's is foreign`() throws {
        let encoded = batch()
        let name = try #require(encoded.name)
        var bytes = withReturns(encoded.bytes)
        bytes[bytes.count - 6] ^= 1
        #expect(sort(try read(bytes, named: name)) == "torn")
        #expect(sort(try read(Array(withReturns(encoded.bytes).dropLast(2)), named: name)) == "torn")
        // Twice is none that any carrier does.
        #expect(sort(try read(withReturns(withReturns(encoded.bytes)), named: name)) == "torn")
        let foreign = batch(2, project: node(77))
        let foreignName = try #require(foreign.name)
        #expect(sort(try read(withReturns(foreign.bytes), named: foreignName)) == "foreign")
        #expect(sort(try read(Array("a\r\nb\r\n".utf8), named: "x")) == "none")
    }

    private func sort(_ result: Result<Batch, BatchFault>) -> String {
        switch result {
        case .success: "batch"
        case .failure(.torn): "torn"
        case .failure(.foreign): "foreign"
        case .failure(.notABatch): "none"
        case .failure: "other"
        }
    }

    /// Another program may write white space that is none of JSON's text, and seal it.
    @Test func `a batch that was sealed with CR is read as it is`() throws {
        let plain = batch()
        let unsealed = String(decoding: plain.bytes, as: UTF8.self).replacing("\(plain.batch.id)", with: String(repeating: "0", count: 64))
        let bytes = sealed(unsealed.replacing("\n", with: "\r\n"))
        let found = try read(bytes, named: "x").get()
        #expect(try found.id != plain.batch.id && found.operations == BatchDecoder.decode(plain.bytes, projects: [project]).operations)
    }

    @Test func `both copies of a batch count once, and nothing is missing`() throws {
        let directory = try TemporaryDirectory()
        let sidecar = try directory.sidecar()
        let encoded = batch()
        try sidecar.write(encoded)
        try sidecar.directory.openDirectory("ops").write("copy.jsonl", withReturns(encoded.bytes), replacing: true)
        let fold = try sidecar.fold(of: projectFile, now: now)
        #expect(fold.gaps.isEmpty && fold.result().model.nodes[node(1)] != nil)
        let files = try sidecar.listing().batches
        #expect(files.filter(sidecar.hasChangedLineEnds).map(\.name) == ["copy.jsonl"])
    }

    @Test func `a new sidecar keeps git from changing it`() throws {
        let directory = try TemporaryDirectory()
        let shed = try directory.handle.openDirectory(".shed", create: true)
        let template = Template(kind: "poetry", language: Language(rawValue: "en"), root: .folders, folders: [])
        let sidecar = try Sidecar.create(project: projectFile, template: template, settings: nil, in: shed)
        #expect(try shed.read(".gitattributes", atMost: 1_000) == GitAttributes.bytes)
        #expect(try sidecar.bringAttributes() == false)
        try shed.removeFile(".gitattributes")
        #expect(try sidecar.bringAttributes() && sidecar.holdsAttributes())
    }
}
