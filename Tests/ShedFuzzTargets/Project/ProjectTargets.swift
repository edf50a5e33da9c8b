import ShedMessages
import ShedModel
import ShedPapersKind
import ShedRecordsKind
import ShedTOML
import ShedWritingKind

@testable import ShedCheck
@testable import ShedProject

extension FuzzTarget {
    static let ofProject: [FuzzTarget] = [settings, checkSettings, baseline, history, undo, staging, projectRecord, gitIndex, carriers, control, numbers]

    private static let kinds = KindModules([WritingKind(), RecordsKind(), PapersKind()])

    private static let settings = FuzzTarget("settings", words: [
        "quiet = ", "bulk = ", "grace = \"", "return = ", "rejection = \"move\"", "views = true", "language = \"fr\"", "[check]", "[papers]", "[records]", " min\"", " days\"", " ms", "9e99", "-1", "1e400",
    ], texts: [
        "quiet = 2\nbulk = 100\ngrace = \"10 min\"\nreturn = 604800.0\nrejection = \"report\"\nviews = true\nlanguage = \"fr\"\n[check]\nselect = [\"ALL\"]\n",
        "return = \"3650 days\"\nquiet = \"0.5 s\"\n",
    ]) { input throws(BrokenInvariant) in
        guard let read = try? SettingsFile.parse(input, kinds).settings else { return }
        try require((0...3_600_000).contains(read.quiet) && read.longQuiet >= read.quiet, "quiet is out of its bounds")
        try require((0...30 * 86_400_000).contains(read.grace) && (0...3_650 * 86_400_000).contains(read.return), "a time is out of its bounds")
        try require((0...1_000_000).contains(read.bulk), "bulk is out of its bounds")
    }

    private static let checkSettings = FuzzTarget("check-settings", words: [
        "[check]", "[[check.rule]]", "[check.severity]", "[[check.suppress]]", "name = \"", "select = [", "ignore = [", "min-severity = \"", "max-warnings = ", "paths = [", "rules = [", "matches = \"", "reason = \"", "count = ", "most = ",
    ], texts: [
        "[check]\nselect = [\"ALL\"]\nignore = [\"SHD\"]\nmin-severity = \"warning\"\nmax-warnings = 3\n[check.severity]\nlong-name = \"error\"\n[[check.suppress]]\nrules = [\"long-name\"]\npaths = [\"a/**\"]\nreason = \"x\"\n",
        "[[check.rule]]\nname = \"few-files\"\nmessage = \"m\"\nfolders = [\"a/*\"]\nmost = 3\n",
    ]) { input throws(BrokenInvariant) in
        guard let file = try? TOMLFile(bytes: input, label: "x"), let layer = try? CheckLayer(file, project: nil, book: kinds.rules, known: kinds.rules.infos) else { return }
        try require(layer.select?.isEmpty != true, "nothing is asked at all")
    }

    private static let baseline = FuzzTarget("baseline", words: ["\"findings\":[", "\"count\":", "\"path\":\"", "\"pathBytes\":\"", "\"rule\":\"", "\"version\":1"], texts: [
        "{\"version\":1,\"findings\":[{\"project\":\"\(FuzzReader.project)\",\"path\":\"a/b\",\"rule\":\"r\",\"count\":2}]}",
    ]) { input throws(BrokenInvariant) in
        guard let read = try? Baseline(bytes: input, label: "x") else { return }
        try require((try? Baseline(bytes: read.bytes, label: "x"))?.bytes == read.bytes, "a baseline comes back otherwise")
        _ = read.count
    }

    // MARK: Journals

    private static let history = FuzzTarget("history", words: ["\"event\":\"moved\"", "\"time\":", "\"by\":\"daemon\"", "\"path\":\"", "\"pathHex\":\"", "\"from\":\"", "\"fromHex\":\"", "\"counts\":{", "\"words\":{\"says\":\"", "\"with\":["], texts: [
        "{\"time\":1700000000000,\"event\":\"moved\",\"id\":\"\(FuzzReader.id(1))\",\"kind\":\"file\",\"path\":\"b/a\",\"from\":\"a\",\"by\":\"daemon\"}",
        "{\"time\":-9007199254740992,\"event\":\"rejected\",\"path\":\"x\\\\xff\",\"pathHex\":\"78ff\",\"rule\":\"r\",\"message\":\"m\",\"by\":\"sync\",\"counts\":{\"files\":9223372036854775807}}",
        "{\"time\":1,\"event\":\"deleted\",\"words\":\(String(decoding: Message.missingGivenUp.json.compact, as: UTF8.self)),\"by\":\"forget\"}",
    ]) { input throws(BrokenInvariant) in
        guard let entry = HistoryEntry(line: input) else { return }
        let line = entry.line
        try require(line.last == UInt8(ascii: "\n") && line.count { $0 == UInt8(ascii: "\n") } == 1, "an entry is not one line")
        // Escapes can make it longer than what is read. What was given up was once called deleted.
        guard entry.event != .deleted, line.count <= HistoryEntry.longestLine, entry.message?.count ?? 0 < 2_000, let back = HistoryEntry(line: Array(line.dropLast())) else { return }
        try require(back == entry, "an entry of the history comes back otherwise")
        if let shown = entry.words?.asShown { try requireShown(shown.english) }
    }

    private static let undo = FuzzTarget("undo", words: [
        "{\"do\":\"move\"", "{\"do\":\"rename\"", "{\"do\":\"make\"", "{\"do\":\"remove\"", "{\"do\":\"replace\"", "{\"do\":\"set\"", "{\"do\":\"sidecar\"", "{\"do\":\"final\"", "{\"do\":\"drop\",\"lines\":[", "{\"do\":\"resume\"", "{\"do\":\"end\",\"left\":[",
        "\"path\":\"YQ==\"", "\"from\":\"YQ==\"", "\"file\":[\"1\",\"2\",3]", "\"written\":[", "\"part\":[", "\"kept\":\"", "\"mode\":", "\"undoes\":", "\n",
    ], texts: [undoSeed], executions: 600) { input throws(BrokenInvariant) in
        let lines = input.split(separator: UInt8(ascii: "\n"))
        for line in lines {
            guard let json = try? JSONParser.parse(Array(line)), let step = UndoStep(json) else { continue }
            guard let back = UndoStep(step.json) else { throw BrokenInvariant(description: "a step of the journal is written so that it cannot be read") }
            try require(back.json == step.json, "a step of the journal comes back otherwise")
        }
        guard let entry = UndoEntry(number: 1, lines: lines) else { return }
        try requireShown(entry.summary(in: Model(project: FuzzReader.project)).english)
        if let obstacle = entry.obstacle { try requireShown(obstacle.english) }
        _ = (entry.isOwn, entry.isInterrupted, entry.isPartial, entry.isVoid, entry.reason)
    }

    private static let undoSeed = """
        {"format":1,"time":1700000000000,"by":"mv","user":0,"undoes":3}
        {"do":"move","from":"YQ==","to":"Yi9h","id":"\(FuzzReader.id(1))","folder":"\(FuzzReader.project)","file":["1","2",3]}
        {"do":"rename","path":"YQ==","names":[["\(FuzzReader.id(1))","YQ==","Yg=="]]}
        {"do":"make","path":"YQ==","time":5,"directory":true,"file":["1","2",3],"written":[1,2]}
        {"do":"replace","path":"YQ==","old":["1","2",3],"new":["1","4",3],"mode":420,"part":[0,9223372036854775807],"rejected":true,"parts":["x"]}
        {"do":"set","before":{"id":"\(FuzzReader.id(1))","set":{"details":null}},"after":{"id":"\(FuzzReader.id(1))","set":{"details":"x"}}}
        {"do":"sidecar","folder":"schemas","name":"x.toml","before":"YQ=="}
        {"do":"final","reason":"it is gone"}
        {"do":"drop","lines":[0,9223372036854775807,-1]}
        {"do":"resume","time":6}
        {"do":"remove","path":"YQ==","id":"\(FuzzReader.id(2))"}
        {"do":"end","left":[1,2]}
        """

    private static let staging = FuzzTarget("staging", words: ["\"name\":\"", "\"target\":\"", "\"file\":[", "\"written-size\":", "\"written\":", "\"replaced\":[", "\"size\":", "\"modified\":", "\"operation\":{", "\"rejecting\":\"", "\"provisional\":true"], texts: [
        "{\"name\":\"MQ==\",\"target\":\"YS9i\",\"file\":[\"1\",\"2\",3],\"written-size\":4,\"written\":5,\"replaced\":[\"1\",\"6\",7],\"size\":8,\"modified\":9,\"rejecting\":\"r\"}\n{\"operation\":{\"id\":\"\(FuzzReader.id(1))\",\"set\":{\"exception\":true}}}\n{\"path\":\"YQ==\",\"id\":\"\(FuzzReader.id(1))\"}\nend",
    ]) { input throws(BrokenInvariant) in
        for line in input.split(separator: UInt8(ascii: "\n")) {
            guard let json = try? JSONParser.parse(Array(line)) else { continue }
            if let entry = StagedEntry(json) { try require(StagedEntry(entry.json) == entry, "a staged entry comes back otherwise") }
            if let operation = json["operation"].flatMap(Operation.init) {
                try require(Operation(operation.json)?.json == operation.json, "an operation of a journal comes back otherwise")
                var model = Model(project: FuzzReader.project)
                model.apply(operation)
            }
        }
    }

    private static let projectRecord = FuzzTarget("project-record", words: ["\"birth\":", "\"device\":\"", "\"inode\":\"", "\"machine\":\"", "\"root\":\"", "\"declared\":\"copy\""], texts: [
        "{\"birth\":-1,\"device\":\"1\",\"format\":1,\"inode\":\"18446744073709551615\",\"machine\":\"m\",\"project\":\"\(FuzzReader.project)\",\"replica\":\"00000000000000ff\",\"root\":\"2f61\",\"kind\":\"poetry\"}",
    ]) { input throws(BrokenInvariant) in
        guard let record = ProjectRecord(bytes: input) else { return }
        try require(ProjectRecord(bytes: record.bytes) == record, "a project's record comes back otherwise")
        try require(record.root.first == UInt8(ascii: "/") && !record.root.contains(0), "a root is no path")
    }

    private static let gitIndex = FuzzTarget("git-index", words: ["DIRC\0\0\0\u{2}", "DIRC\0\0\0\u{4}", "link\0\0\0\0", "TREE"], seeds: [gitIndex(2), gitIndex(4), Array("DIRC\0\0\0\u{3}\0\0\0\0".utf8) + Array(repeating: 0, count: 32)]) { input throws(BrokenInvariant) in
        let keys = ["a", "a/", "a/b", "b.txt", "x/"].map { Array($0.utf8) }
        guard let found = GitIndex.find(keys, in: input) else { return }
        try require(found.found.isSubset(of: Set(keys.indices)), "a path is found that nobody looked for")
    }

    /// An index of two files.
    private static func gitIndex(_ version: UInt8) -> [UInt8] {
        func entry(_ name: String, _ flags: [UInt8]) -> [UInt8] { Array(repeating: 1, count: 60) + flags + Array(name.utf8) }
        var bytes = Array("DIRC".utf8) + [0, 0, 0, version, 0, 0, 0, 2]
        if version == 4 {
            bytes += entry("", [0, 3]) + [0] + Array("a/b\0".utf8) + entry("", [0, 5]) + [3] + Array("b.txt\0".utf8)
        } else {
            bytes += entry("a/b", [0, 3]) + Array(repeating: 0, count: 7) + entry("b.txt", [0, 5]) + Array(repeating: 0, count: 5)
        }
        return bytes + Array(repeating: 0, count: 20)
    }

    /// What people are shown stands on one line and steers no terminal.
    static func requireShown(_ text: String) throws(BrokenInvariant) {
        try require(!text.unicodeScalars.contains(where: EscapedText.isUnsafe), "a message holds what steers a terminal")
    }
}
