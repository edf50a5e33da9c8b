import ShedModel
import ShedTestSupport
import Testing

@testable import ShedSidecar

/// Files of the sidecar with each of their members as it should never be: they are read, or not, and that is all.
@Suite struct ExtremesTests {
    private static let id = String(repeating: "0", count: 64)

    /// The first line of a batch or base.
    private func head(_ json: JSONValue) -> String {
        "{\"checksum\":\"\(Self.id)\"," + String(decoding: json.compact.dropFirst(), as: UTF8.self)
    }

    @Test func `headers`() {
        let batch: JSONObject = [
            "count": 1, "format": 1, "parents": [.string(Self.id)], "project": .string("\(project)"), "replica": "00000000000000ff", "sequence": 1, "without": [],
        ]
        let base: JSONObject = ["count": 1, "format": 1, "project": .string("\(project)"), "subsumes": 1]
        let subsumed: JSONObject = [
            "id": .string(Self.id), "parents": [], "project": .string("\(project)"), "replica": "00000000000000ff", "sequence": 1, "without": [],
        ]
        let line = "{\"at\":\"\(stamp(0))\",\"from\":0,\"id\":\"\(node(1))\",\"set\":{\"type\":\"file\"}}\n"
        var count = 0
        for header in Extremes.objects(like: batch) {
            guard let read = try? BatchDecoder.decode(sealed(head(header) + "\n" + line), projects: [project]) else { continue }
            count += 1
            #expect(fold([read]).result().model[node(1)]?.type == .file)
            #expect((try? BatchDecoder.decode(BatchEncoder.encode(read.header, read.operations).bytes, projects: [project])) != nil)
        }
        func text(_ json: JSONValue) -> String { String(decoding: json.compact, as: UTF8.self) }
        var bases = Extremes.objects(like: base).map { "\(head($0))\n\(text(.object(subsumed)))\n\(line)" }
        bases += Extremes.objects(like: subsumed).map { "\(head(.object(base)))\n\(text($0))\n\(line)" }
        for text in bases {
            guard let read = try? BaseDecoder.decode(sealed(text), projects: [project]) else { continue }
            count += 1
            var fold = Fold(project: projectFile, now: now)
            fold.add(read)
            #expect(fold.result().model[node(1)]?.type == .file)
        }
        #expect(count > 10)
    }

    @Test func `operations`() {
        let header: JSONObject = ["count": 1, "format": 1, "parents": [], "project": .string("\(project)"), "replica": "00000000000000ff", "sequence": 1]
        let base: JSONObject = ["count": 1, "format": 1, "project": .string("\(project)"), "subsumes": 1]
        let subsumed = "{\"id\":\"\(Self.id)\",\"parents\":[],\"project\":\"\(project)\",\"replica\":\"00000000000000ff\",\"sequence\":1}\n"
        let operation: JSONObject = [
            "at": .string("\(stamp(0))"), "from": 0, "id": .string("\(node(1))"), "kind": "node", "set": ["place": ["name": "a", "parent": .string("\(project)")], "type": "file"],
        ]
        var count = 0
        for line in Extremes.objects(like: operation).map({ String(decoding: $0.compact, as: UTF8.self) + "\n" }) {
            if let read = try? BatchDecoder.decode(sealed(head(.object(header)) + "\n" + line), projects: [project]) {
                count += 1
                _ = fold([read]).result()
            }
            if let read = try? BaseDecoder.decode(sealed(head(.object(base)) + "\n" + subsumed + line), projects: [project]) {
                var fold = Fold(project: projectFile, now: now)
                fold.add(read)
                _ = fold.result()
            }
        }
        #expect(count > 10)
    }

    @Test func `project.json`() throws {
        let usual: JSONObject = [
            "copiedFrom": [.string("\(node(1))")], "created": "2024-05-01T12:00:00Z", "format": 1, "id": .string("\(project)"), "kind": "poetry",
        ]
        let times = ["0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "2263-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z", "10000-01-01T00:00:00Z", "-001-01-01T00:00:00Z"]
        let dated = times.map { time in
            var object = usual
            object["created"] = .string(time)
            return JSONValue.object(object)
        }
        for json in Extremes.objects(like: usual) + dated {
            guard let file = try? ProjectFile(bytes: json.pretty) else { continue }
            #expect(Milliseconds.range.contains(file.created))
            #expect(try ProjectFile(bytes: file.bytes) == file)
        }
        for json in dated.prefix(4) { #expect(throws: Never.self) { try ProjectFile(bytes: json.pretty) } }
    }

    @Test func `template.json`() throws {
        let folder: JSONObject = [
            "accepts": "files", "filling": "people", "innerFolders": "folder", "name": "Draft", "names": ["Draft"], "role": "draft", "section": "", "symbol": "",
        ]
        let usual: JSONObject = [
            "folders": [.object(folder)], "format": 1, "kind": "poetry", "language": "en", "root": "folders", "rootFolders": "folder",
        ]
        #expect(throws: Never.self) { try Template(bytes: JSONValue.object(usual).pretty) }
        let folders = Extremes.objects(like: folder).map { folder in
            var object = usual
            object["folders"] = [folder]
            return JSONValue.object(object)
        }
        for json in Extremes.objects(like: usual) + folders {
            guard let template = try? Template(bytes: json.pretty) else { continue }
            #expect(try Template(bytes: template.bytes) == template)
        }
    }

    @Test func `a batch after any number of heads can be read`() throws {
        let heads = (0..<25_000).compactMap { number in
            BatchID(bytes: (0..<32).map { (place: Int) -> UInt8 in place < 4 ? UInt8(truncatingIfNeeded: number >> (8 * place)) : 7 })
        }
        let header = Batch.Header(project: project, replica: ReplicaID(rawValue: 1), sequence: 1, parents: heads, without: heads)
        let encoded = BatchEncoder.encode(header, [StampedOperation(stamp(0), Operation(node(1), [.type(.file)]))])
        let read = try BatchDecoder.decode(encoded.bytes, projects: [project])
        #expect(read.header == encoded.batch.header && read.header.parents == Array(heads.sorted().prefix(Batch.mostParents)))
    }
}
