import ShedModel
import ShedTestSupport
import Testing

extension Bench {
    /// Runs a trial on a project of its own and writes it into the ledger; a fault is an issue of the test.
    static func hold(_ trial: Trial, _ attendance: Attendance, _ location: SourceLocation = #_sourceLocation) throws {
        let bench = try Bench()
        let faults = try bench.faults(of: trial, attendance)
        try Ledger.enter(trial, attendance, faults, version: bench.version(of: trial.program))
        #expect(faults == [], sourceLocation: location)
    }

    /// What went wrong in a trial, a line each.
    func faults(of trial: Trial, _ attendance: Attendance) throws -> [String] {
        try prepare(trial.preparation)
        let before = try paths()
        let ran = try run(TrialScript.text(trial.script, attendance), in: project)
        guard ran.code == 0 else { return ["the script ended with \(ran.code): \(ran.text)\(ran.err)"] }
        let after = try paths()
        return faultsOfIDs(trial, before, after) + (try faultsOfContents(trial)) + (try faultsOfProject(trial))
    }

    private func faultsOfIDs(_ trial: Trial, _ before: [String: String], _ after: [String: String]) -> [String] {
        var faults: [String] = []
        var expected = trial.added
        for (path, id) in before where !trial.missing.contains(path) {
            let place = trial.moved[path] ?? path
            expected.insert(place)
            guard let now = after[place] else { faults.append("\(place) is no node any more"); continue }
            if now != id { faults.append("\(place) lost its ID") }
        }
        let known = Set(before.values)
        for path in trial.added where after[path].map(known.contains) == true { faults.append("\(path) has the ID of another") }
        for path in trial.added where after[path] == nil { faults.append("\(path) is no node") }
        return faults + after.keys.filter { !expected.contains($0) }.map { "a stray node: \($0)" }.sorted()
    }

    private func faultsOfContents(_ trial: Trial) throws -> [String] {
        trial.contents.compactMap { path, content in
            let now = String(decoding: TestFile.read("\(project)/\(path)"), as: UTF8.self)
            return now == content ? nil : "\(path) holds “\(now)”"
        }
    }

    /// Nothing is refused, nothing was a node for a while only, and `check` finds nothing.
    private func faultsOfProject(_ trial: Trial) throws -> [String] {
        var faults: [String] = []
        let synced = try shed("sync --json")
        let changes = try JSONParser.parse(synced.out)["changes"]?.array ?? []
        if synced.code != 0 || !changes.isEmpty { faults.append("sync still had work: \(synced.text)\(synced.err)") }
        let status = try JSONParser.parse(shed("status --json").out)
        if status["clean"]?.bool != true { faults.append("status is not clean") }
        for item in status["rejected"]?.array ?? [] { faults.append("rejected: \(item["path"]?.string ?? "")") }
        let missing = (status["missing"]?.array ?? []).compactMap { $0["path"]?.string }.sorted()
        if missing != trial.missing.union(trial.wasPassing).sorted() { faults.append("missing are \(missing)") }
        // Hard links are what some trials are about, and a true finding.
        let checked = try shed("check --ignore hard-linked-file")
        if checked.code != 0 { faults.append("check: \(checked.text)\(checked.err)") }
        return faults
    }

    /// The IDs of all nodes by their paths.
    private func paths() throws -> [String: String] {
        let tree = try shed("tree --json")
        try #require(tree.code == 0, "\(tree.err)")
        var result: [String: String] = [:]
        var open = try JSONParser.parse(tree.out).array ?? []
        while let node = open.popLast() {
            open += node["children"]?.array ?? []
            guard let path = node["path"]?.string else { continue }
            result[path] = node["id"]?.string ?? "none"
        }
        return result
    }

    private func version(of program: Program) throws -> String {
        let told = try run("\(program.executables[0]) \(program.versionWord) 2>&1 < /dev/null | grep -m1 -o '[0-9][0-9]*\\.[0-9][0-9a-z.-]*' | head -1", in: path)
        return told.text.split(separator: "\n").first.map(String.init) ?? "?"
    }
}
