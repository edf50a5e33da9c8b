import ShedExchange
import ShedModel

extension FuzzTarget {
    static let ofExports: [FuzzTarget] = [archive, manifest]

    private static let archive = FuzzTarget("export-archive", words: ["PK\u{1}\u{2}", "PK\u{3}\u{4}", "PK\u{5}\u{6}", "PK\u{6}\u{6}", "PK\u{6}\u{7}", "../", "/", "manifest.json"], seeds: [
        [0x50, 0x4b, 5, 6] + [UInt8](repeating: 0, count: 18),
    ], executions: 500) { input throws(BrokenInvariant) in
        guard let tree = try? ArchiveTree(ArchiveFile(input), named: "a") else { return }
        var open: [RelativePath] = [.root]
        var count = 0
        while let folder = open.popLast() {
            for entry in (try? tree.entries(of: folder)) ?? [] {
                count += 1
                let path = folder.appending(entry.name)
                try require(entry.name.isPossible && !path.isTooDeep, "a path that is none")
                if entry.kind == .directory { open.append(path) }
                guard entry.kind == .file, let bytes = try? tree.bytes(of: path, atMost: 1 << 20) else { continue }
                try require(Int64(bytes.count) == entry.size, "another size than the list says")
            }
        }
        // Each takes its place in the list, and each folder one for what is in it.
        try require(count <= input.count, "there is more than could be listed")
    }

    private static let manifest = FuzzTarget("export-manifest", words: [
        "\"format\":1", "\"project\":", "\"nodes\":[", "\"id\":", "\"path\":", "\"pathBytes\":", "\"parent\":", "\"sha256\":", "\"size\":", "\"versions\":[", "\"rejection\":", "\"tags\":[",
    ], seeds: [
        Array("""
            {"format":1,"project":{"id":"0190b5c8-7d5e-7c3a-9f21-3b6c1f0e4a10","kind":"blank","name":"A","language":"en"},"nodes":[{"id":"0190b5c8-7d5e-7c3a-9f21-3b6c1f0e4a11",\
            "type":"file","path":"a/b","size":1,"sha256":"\(String(repeating: "0", count: 64))","order":"a0","tags":["x/y"],"variables":{"v":1}}]}
            """.utf8),
    ], executions: 1_000) { input throws(BrokenInvariant) in
        guard let read = try? ExportManifest(bytes: input, limits: ImportLimits()) else { return }
        for node in read.nodes { try require(!node.path.isRoot && node.path.names.allSatisfy(\.isPossible), "a path that is none") }
        let written = read.bytes
        guard let again = try? ExportManifest(bytes: written, limits: ImportLimits()) else { throw BrokenInvariant(description: "what was read is not written so that it can be read") }
        try require(again.bytes == written, "what was written is read as something else")
    }
}
