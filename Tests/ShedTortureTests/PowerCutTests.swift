import Glibc
import ShedTestSupport
import Testing

/// Something that is done to a project and interrupted by a power cut.
struct Deed: CustomTestStringConvertible, Sendable {
    /// What the project is; `nil`: there is none yet.
    var kind: String? = "poetry"
    /// What is done before, in the project.
    var before: String
    /// The arguments of shed.
    var verb: [String]
    /// A text that may be gone afterwards.
    var mayLose: String?

    var testDescription: String { verb.joined(separator: " ") }

    private static let poems = "echo 'one text' > Draft/one.txt; echo 'two text' > Draft/two.txt; $SHED sync -q"
    private static let refused = poems + "; mkdir Draft/more; echo 'five text' > Draft/more/five.txt; echo 'six text' > Published/six.txt"
    private static let books = #"mkdir Books; for b in one two; do printf '{"Title": "%s text"}\n' $b > Books/$b.json; done; $SHED sync -q"#

    static let all = [
        Deed(kind: nil, before: "", verb: ["new", "poetry", "Work", "--language", "en"]),
        Deed(before: poems, verb: ["add", "file", "Draft/new.txt", "--text", "new"]),
        Deed(before: poems, verb: ["mv", "Draft/one.txt", "Ready"]),
        Deed(before: poems, verb: ["rename", "Draft/one.txt", "uno.txt"]),
        Deed(before: poems, verb: ["rm", "Draft/one.txt", "Draft/two.txt"]),
        Deed(before: poems + "; $SHED rm -q Draft/one.txt", verb: ["restore", "Trash/one.txt"]),
        Deed(before: refused, verb: ["sync"]),
        Deed(before: refused + "; $SHED sync -q || true", verb: ["accept", "Rejected/more", "--to", "Draft"]),
        Deed(before: poems + "; $SHED mv -q Draft/one.txt Ready", verb: ["undo"]),
        Deed(before: poems, verb: ["tag", "add", "rain", "Draft/one.txt", "--create"]),
        Deed(before: poems + "; $SHED var new State --list draft,done", verb: ["var", "set", "State=done", "Draft/one.txt"]),
        Deed(before: poems + "; $SHED rm -q Draft/one.txt", verb: ["empty-trash"], mayLose: "one text"),
        Deed(kind: "records", before: books, verb: ["record", "new", "Books", "Title=third"]),
        Deed(kind: "records", before: books, verb: ["record", "set", "Books", "--all", "Year=1"]),
        Deed(kind: "records", before: books, verb: ["collection", "rename", "Books", "Shelf"]),
        Deed(kind: "records", before: books + "; $SHED record set Books --all Year=1", verb: ["undo"]),
    ]
}

extension Torture {
    /// The power goes, at any moment: what was not synced may be lost, and names may come before contents (``PowerCut``).
    @Suite struct `Power cuts` {
        /// States of each deed.
        private static var states: Int { Torture.isFull ? 60 : 3 }

        @Test(arguments: Deed.all) func `lose nothing of a person's, no ID and no reason`(deed: Deed) throws {
            let all = try PowerCutShelf(deed)
            try all.record()
            let log = all.log
            try #require(log.records.count > 5, "nothing was recorded: \(all.said)")
            // Where something has just been made durable is where what must be durable before it shows.
            let firm = log.records.indices.filter { log.records[$0].kind == .sync }.map { $0 + 1 }
            let moves = log.records.indices.filter { log.records[$0].kind == .rename || log.records[$0].kind == .exchange }
            var chance = SeededRandom(Torture.seed)
            for state in 0..<Self.states {
                let random = Int.random(in: 1...log.records.count, using: &chance)
                let afterMove = moves.last.flatMap { last in firm.first { $0 > last } }
                let (at, left): (Int, PowerCut.State) =
                    switch state {
                    case 0: (afterMove ?? firm.last ?? random, .synced)
                    case 1: (firm.randomElement(using: &chance) ?? random, .some(chance.next() % 1_000_000))
                    case _ where state % 3 == 2: (random, .some(chance.next() % 1_000_000))
                    case _ where state % 3 == 0: (random, .synced)
                    default: (random, .everything)
                    }
                try PowerCutShelf(deed).cut(at: at, left)
            }
        }
    }
}

/// A shelf on which the power goes while something is done.
private final class PowerCutShelf {
    private let deed: Deed
    private let shelf: Shelf
    private(set) var said = ""

    init(_ deed: Deed) throws {
        self.deed = deed
        shelf = try Shelf(deed.kind)
        shelf.makeDirectory("bank")
        if deed.kind == nil { rmdir(shelf.project) } else { try shelf.sh("SHED='\(ShedProgram.path)'; \(deed.before)") }
    }

    var log: PowerCut { PowerCut(log: shelf.path + "/log") }

    /// Does it, recorded.
    /// - Parameter position: the number of the record after which it is killed; `nil`: it is not.
    func record(until position: Int? = nil) throws {
        let variables = [
            "LD_PRELOAD=\(PowerCut.recorder)", "POWERCUT_LOG=\(shelf.path)/log", "POWERCUT_BANK=\(shelf.path)/bank",
            "POWERCUT_PROGRAM=\(ShedProgram.path.split(separator: "/").last ?? "shed")", "POWERCUT_AT=\(position ?? 0)",
        ]
        let directory = deed.kind == nil ? shelf.path : shelf.project
        let result = try shelf.run("/usr/bin/env", variables + [ShedProgram.path] + deed.verb, in: directory)
        said = result.text + result.err
    }

    /// Does it, and cuts the power.
    func cut(at position: Int, _ state: PowerCut.State) throws {
        let texts = try persons()
        let ids = deed.kind == nil ? [:] : try shelf.nodes(in: shelf.project, shelf.state)
        try record(until: position)
        log.apply(state, below: shelf.path, bank: shelf.path + "/bank")
        // What is not there yet as a whole is not there at all.
        if deed.kind == nil, access(shelf.project, F_OK) != 0 { return }
        try expectRecovery(texts, ids, "SHED_SEED=\(Torture.seed), after record \(position), left: \(state)")
    }

    /// The texts that a person has written.
    private func persons() throws -> Set<String> {
        guard deed.kind != nil else { return [] }
        let lines = try shelf.sh("find . -name .shed -prune -o -type f -print0 | xargs -0 -r grep -oh '[a-z]* text'").split(separator: "\n")
        return Set(lines.map(String.init)).subtracting([deed.mayLose].compactMap(\.self))
    }

    private func expectRecovery(_ texts: Set<String>, _ ids: [String: String], _ moment: String) throws {
        let first = try shelf.shed("sync")
        #expect(first.code == 0 || first.code == 1, "\(moment): \(first.text)\(first.err)")
        let second = try shelf.shed("sync", "--json")
        #expect(second.text.contains("\"changes\": []") && second.text.contains("\"rejected\": []"), "\(moment): a second sync does more: \(second.text)\(second.err)")
        // Undo keeps what was written over.
        for text in texts {
            let found = try shelf.run("/bin/grep", ["-rqaF", text, "Work", "state", "home"], in: shelf.path)
            #expect(found.code == 0, "\(moment): “\(text)” is gone")
        }
        let after = try shelf.nodes(in: shelf.project, shelf.state)
        #expect(Set(after.values).count == after.count, "\(moment): an ID is there twice: \(after)")
        let status = try shelf.shed("status", "--json", "--missing", "--all")
        for (path, id) in ids where path != "Rejected" && id != "null" && deed.mayLose == nil {
            #expect(after.values.contains(id) || status.text.contains(id), "\(moment): \(path) has lost its ID")
        }
        #expect(status.text.contains("\"reports\": []"), "\(moment): \(status.text)")
        #expect(!status.text.contains("\"origin\": \"Rejected"), "\(moment): what was moved to Rejected has lost its reason: \(status.text)")
        for name in try shelf.sh("[ ! -d Rejected ] || ls Rejected").split(separator: "\n") {
            #expect(status.text.contains("\"path\": \"Rejected/\(name)\""), "\(moment): Rejected/\(name) has no reason: \(status.text)")
        }
        #expect(try shelf.shed("undo", "--list").code == 0, "\(moment)")
        try expectNoSidecarFindings(shelf)
    }
}

extension PowerCut {
    /// The library that records: built with the tests, it stands beside them.
    fileprivate static let recorder: String = {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = bytes.withUnsafeMutableBytes { buffer in buffer.baseAddress.map { readlink("/proc/self/exe", $0, buffer.count) } ?? 0 }
        let own = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        return "/" + own.split(separator: "/").dropLast().joined(separator: "/") + "/libCPowerCut.so"
    }()
}
