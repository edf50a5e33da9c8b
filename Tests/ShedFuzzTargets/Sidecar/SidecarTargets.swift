import ShedModel

@testable import ShedSidecar

extension FuzzTarget {
    static let ofSidecar: [FuzzTarget] = [batch, batchLines, graph, plan, projectJSON, templateJSON, indexRows, indexMeta]

    /// The bytes of a batch's file, as they are and with the checksum that they ought to have.
    private static let batch = FuzzTarget("batch", words: batchWords, seeds: batchSeeds, executions: 500) { input throws(BrokenInvariant) in
        for bytes in [input, sealed(input)] {
            if let batch = try? BatchDecoder.decode(bytes, projects: [FuzzReader.project]) { try check(batch) }
            if let base = try? BaseDecoder.decode(bytes, projects: [FuzzReader.project]) {
                var fold = Fold(project: file, now: now)
                fold.add(base)
                try check(fold)
            }
        }
    }

    /// The lines of a batch below its header.
    private static let batchLines = FuzzTarget("batch-lines", words: batchWords, texts: [lines, otherLines], executions: 500) { input throws(BrokenInvariant) in
        let count = input.count { $0 == UInt8(ascii: "\n") }
        guard let batch = try? BatchDecoder.decode(sealed(header(count) + input), projects: [FuzzReader.project]) else { return }
        try check(batch)
    }

    /// What a batch says comes back as it is, and can be folded.
    private static func check(_ batch: Batch) throws(BrokenInvariant) {
        let first = BatchEncoder.encode(batch.header, batch.operations, unused: batch.unused)
        guard first.bytes.count <= Batch.largest, let back = try? BatchDecoder.decode(first.bytes, projects: [FuzzReader.project]) else {
            throw BrokenInvariant(description: "a batch that was read is written so that it cannot be read")
        }
        try require(back.operations.count == batch.operations.count && back.unused.count == batch.unused.count, "a batch loses operations")
        for (left, right) in zip(batch.operations, back.operations) {
            try require(left.at == right.at && left.operation.id == right.operation.id && left.operation.label == right.operation.label, "an operation is another one")
        }
        try require(BatchEncoder.encode(back.header, back.operations, unused: back.unused).bytes == first.bytes, "a batch is written otherwise again")
        var fold = Fold(project: file, now: now)
        try require(fold.add(batch) && !fold.add(batch), "a batch counts twice")
        try check(fold)
    }

    /// What must hold of a fold of anything.
    private static func check(_ fold: Fold) throws(BrokenInvariant) {
        let folded = fold.result()
        for id in folded.model.nodes.keys {
            let node = folded.model.nodes[id]
            if let place = node?.place { try require(place.name.isPossible && !place.name.isHidden, "a node has a name that nothing can have") }
            if let parent = node?.place?.parent, folded.model[parent] != nil { try require(folded.model.path(of: id) != nil || parent != FuzzReader.project, "a node at the root has no path") }
        }
        _ = (fold.gaps, fold.heads, fold.forks, fold.sequences, fold.missingBatches)
    }

    private static let now: Int64 = 1_700_000_000_000
    private static let file = ProjectFile(id: FuzzReader.project, kind: "poetry", created: now, copiedFrom: [FuzzReader.id(9)])

    private static func sealed(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.starts(with: BatchEncoder.opening), bytes.count > BatchEncoder.opening.count + BatchID.textLength else { return bytes }
        var bytes = bytes
        let place = BatchEncoder.opening.count..<BatchEncoder.opening.count + BatchID.textLength
        bytes.replaceSubrange(place, with: BatchEncoder.zeros)
        _ = BatchEncoder.seal(&bytes)
        return bytes
    }

    private static func header(_ count: Int, sequence: String = "1", more: String = "") -> [UInt8] {
        let header = ",\"count\":\(count),\"format\":1,\"parents\":[],\"project\":\"\(FuzzReader.project)\",\"replica\":\"0000000000000001\",\"sequence\":\(sequence)\(more)}\n"
        return BatchEncoder.opening + BatchEncoder.zeros + Array("\"\(header)".utf8)
    }

    private static let batchSeeds: [[UInt8]] = {
        let parent = String(repeating: "ab", count: 32)
        let kept = "{\"at\":\"018bcfe568000000-0000000000000001\",\"from\":0,\"id\":\"\(FuzzReader.id(1))\",\"set\":{\"exception\":true}}\n"
        let subsumed = "{\"id\":\"\(parent)\",\"parents\":[],\"project\":\"\(FuzzReader.project)\",\"replica\":\"0000000000000002\",\"sequence\":1}\n"
        let count = lines.utf8.count { $0 == UInt8(ascii: "\n") }
        return [
            header(count) + Array(lines.utf8), header(0, sequence: "9223372036854775807", more: ",\"without\":[\"\(parent)\"]"),
            header(1, more: ",\"subsumes\":1") + Array((subsumed + kept).utf8),
        ]
    }()

    private static let batchWords = [
        "\"set\":{", "\"kind\":\"tag\"", "\"kind\":\"variable\"", "\"type\":\"folder\"", "\"role\":\"trash\"", "\"accepts\":\"both\"", "\"alias\":\"", "\"created\":", "\"forgotten\":", "\"unexplained\":",
        "\"content\":{\"sha256\":\"", "\"size\":", "\"since\":", "\"order\":\"a0\"", "\"origin\":{\"name\":\"", "\"b64\":\"", "\"tag:", "\"var:", "\"lost:", "\"right:", "\"sequence\":", "\"count\":", "\"without\":[",
        FuzzReader.project.description, FuzzReader.id(1).description,
    ]

    private static let lines = """
        {"at":"018bcfe568000000-0000000000000001","id":"\(FuzzReader.id(1))","set":{"type":"folder","place":{"name":"Draft","parent":"\(FuzzReader.project)"},"role":"draft","accepts":"files"}}
        {"at":"018bcfe568000001-0000000000000001","id":"\(FuzzReader.id(2))","set":{"type":"file","place":{"name":"a.txt","parent":"\(FuzzReader.id(1))"},"created":1700000000000}}
        {"at":"018bcfe568000002-0000000000000002","id":"\(FuzzReader.id(2))","set":{"content":{"sha256":"\(String(repeating: "0a", count: 32))","since":1700000000000,"size":12},"forgotten":1700000000001,"unexplained":5}}
        {"at":"018bcfe568000003-0000000000000002","id":"\(FuzzReader.id(3))","set":{"alias":"\(FuzzReader.id(2))"}}
        {"at":"ffffffffffffffff-ffffffffffffffff","id":"\(FuzzReader.id(2))","set":{"exception":true,"order":"a0","tag:\(FuzzReader.id(5))":true,"var:\(FuzzReader.id(6))":-9223372036854775808}}

        """

    private static let otherLines = """
        {"at":"018bcfe568000000-0000000000000001","id":"\(FuzzReader.id(5))","kind":"tag","set":{"name":"x","colour":"#00ff00","group":"\(FuzzReader.id(7))"}}
        {"at":"018bcfe568000001-0000000000000001","id":"\(FuzzReader.id(6))","kind":"variable","set":{"name":"v","type":"list","options":["a","b"],"deleted":1}}
        {"at":"018bcfe568000001-0000000000000001","id":"\(FuzzReader.id(6))","kind":"unknown","set":{"a":{"b":[1,2.5,null]}}}
        {"at":"018bcfe568000004-0000000000000001","id":"\(FuzzReader.id(4))","set":{"rejection":{"folder":null,"known":true,"origin":["a","b"],"rule":"r","time":9},"origin":{"name":{"b64":"/w=="},"parent":"\(FuzzReader.id(1))"},"new":[1e308,-0.0]}}

        """

    private static let projectJSON = FuzzTarget("project-json", words: ["\"format\":1", "\"copiedFrom\":[", "\"created\":\"", "\"id\":\"", "\"kind\":\""], texts: [
        "{\"copiedFrom\":[],\"created\":\"2024-05-01T12:00:00Z\",\"format\":1,\"id\":\"\(FuzzReader.project)\",\"kind\":\"poetry\"}",
        "{\"copiedFrom\":[\"\(FuzzReader.id(1))\"],\"created\":\"9999-12-31T23:59:59.999Z\",\"format\":1,\"id\":\"\(FuzzReader.project)\",\"kind\":\"papers\"}",
    ]) { input throws(BrokenInvariant) in
        guard let file = try? ProjectFile(bytes: input) else { return }
        try require((try? ProjectFile(bytes: file.bytes)) == file, "project.json comes back otherwise")
        try require(Milliseconds.range.contains(file.created), "a project was made when nothing was")
    }

    private static let templateJSON = FuzzTarget("template-json", words: ["\"accepts\":\"nothing\"", "\"filling\":\"derived\"", "\"innerFolders\":\"folder\"", "\"rootFolders\":\"folder\"", "\"role\":\"trash\""], texts: [
        """
        {"folders":[{"accepts":"files","filling":"people","name":"Draft","names":["Draft","Entwürfe"],"role":"draft","section":"","symbol":""},
        {"accepts":"nothing","filling":"anything","innerFolders":"folder","name":"Trash","names":[],"role":"trash","section":"x","symbol":"y"}],
        "format":1,"kind":"poetry","language":"en","root":"folders","rootFolders":"folder"}
        """
    ]) { input throws(BrokenInvariant) in
        guard let template = try? Template(bytes: input) else { return }
        try require((try? Template(bytes: template.bytes)) == template, "template.json comes back otherwise")
        for folder in template.folders { try require(Name(folder.name).isPossible && template.claim(of: Name(folder.name), in: folder.nesting.parent) != nil, "a folder of the template has a name that nothing claims") }
    }
}
