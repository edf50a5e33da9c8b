import Glibc
import ShedTestSupport
import Testing

/// What is so after everything was taken in: which ID each path has, and which file each ID belongs to.
struct View {
    var ids: [String: String]
    var disk: Disk

    /// The ID of each file and folder, wherever it stands.
    var byIdentity: [Disk.Identity: String] {
        var result: [Disk.Identity: String] = [:]
        for (path, entry) in disk.entries { result[entry.identity] = ids[path] }
        return result
    }

    /// What is promised (Documentation/Identity.md) of files that are still there: the ID went with the file. Empty if that is so.
    func lost(since before: View, _ limit: Int = 5) -> [String] {
        let now = byIdentity
        var paths: [Disk.Identity: String] = [:]
        for (path, entry) in before.disk.entries { paths[entry.identity] = path }
        let wrong = before.byIdentity.filter { now[$0.key] != nil && now[$0.key] != $0.value }
        var places: [Disk.Identity: String] = [:]
        for (path, entry) in disk.entries { places[entry.identity] = path }
        return wrong.prefix(limit).map { "\(paths[$0.key] ?? "?") was \($0.value) and is \(places[$0.key] ?? "?"), \(now[$0.key] ?? "?")" }
            + (wrong.count > limit ? ["and \(wrong.count - limit) more"] : [])
    }
}

extension Shelf {
    /// Waits until the daemon has taken in everything, and holds what it then says against two others: the disk itself,
    /// and a shed without index or daemon that scans a copy. All three must say the same.
    ///
    /// The copy is another tree to that shed (other inodes, an empty state directory), so it knows only what the sidecar
    /// says. It is asked first what changed, which must be nothing: so the sidecar holds every path, and the daemon, not
    /// a verb, has written it.
    /// - Parameter scenario: under which name the time until then goes into the figures; `nil`: it does not.
    func converged(_ watch: Watch, _ scenario: String? = nil, location: SourceLocation = #_sourceLocation) throws -> View {
        let start = Torture.now()
        var answers = 0
        var head = ""
        // Each question is a start of the program, and takes from the daemon what it needs to become quiet. The figures want it exact.
        try self.await("the daemon has taken everything in: \(head) \(watch.log.suffix(2_000))", pause: Torture.isFull ? 20 : 200) {
            let answer = try shed("status", "--json")
            try #require(answer.code == 0, "\(answer.err)", sourceLocation: location)
            answers += 1
            head = String(decoding: answer.out.prefix(2_000), as: UTF8.self)
            try #require(head.contains("\"running\": true"), "\(head) \(watch.log.suffix(2_000))", sourceLocation: location)
            // What is refused and waits for quiet is no change, but a report.
            return head.contains("\"clean\": true") && answer.text.contains("\"reports\": []")
        }
        if let scenario { Torture.figure(scenario, "until all was taken in", "\(Torture.seconds(since: start)), answer \(answers)") }

        let (copy, nowhere) = ("\(path)/oracle", "\(path)/nowhere")
        try sh("rm -rf oracle nowhere; cp -a --reflink=auto Work oracle", in: path)
        let fresh = try shed("status", "--json", in: copy, state: nowhere)
        #expect(fresh.text.contains("\"clean\": true"), "the sidecar does not explain the disk: \(fresh.text.prefix(1_500)) \(fresh.err)", sourceLocation: location)
        let view = View(ids: try nodes(in: project, state), disk: Disk(project))
        let other = try nodes(in: copy, nowhere)
        #expect(difference(view.ids, other).isEmpty, "the daemon and a fresh scan differ: \(difference(view.ids, other))", sourceLocation: location)
        let onDisk = view.disk.entries.mapValues { _ in "" }
        let known = view.ids.mapValues { _ in "" }
        #expect(difference(known, onDisk).isEmpty, "the daemon and the disk differ: \(difference(known, onDisk))", sourceLocation: location)
        #expect(Set(view.ids.values).count == view.ids.count, "an ID stands twice", sourceLocation: location)
        #expect(view.ids.allSatisfy { $0.value.count == 36 }, "without an ID: \(view.ids.filter { $0.value.count != 36 }.keys.prefix(5))", sourceLocation: location)
        return view
    }

    /// What is in only one of the two, or differs: the first few.
    func difference(_ left: [String: String], _ right: [String: String]) -> [String] {
        var lines: [String] = []
        for (path, id) in left where right[path] != id { lines.append("\(path): \(id) / \(right[path] ?? "absent")") }
        for (path, id) in right where left[path] == nil { lines.append("\(path): absent / \(id)") }
        return Array(lines.sorted().prefix(5)) + (lines.count > 5 ? ["… \(lines.count) in all"] : [])
    }

    /// Path and ID of every node. Only two lines of each are kept of the JSON, which for 100,000 nodes is long.
    func nodes(in directory: String, _ state: String) throws -> [String: String] {
        let script = "'\(ShedProgram.path)' tree --json > ../tree.json; grep -E '^ *\"(id|path)\": ' ../tree.json; rm ../tree.json"
        let result = try run("/bin/sh", ["-euc", script], in: directory, state: state)
        try #require(result.code == 0, "\(result.err)")
        var ids: [String: String] = [:]
        var id = ""
        for line in result.text.utf8.split(separator: UInt8(ascii: "\n")) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
            // Without the quotation marks and the comma; null stays a word.
            let value = line[line.index(colon, offsetBy: 2)...].filter { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: ",") }
            let text = String(decoding: value, as: UTF8.self)
            if line[..<colon].contains(UInt8(ascii: "d")) { id = text } else { ids[text] = id }
        }
        return ids
    }
}
