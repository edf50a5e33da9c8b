import Glibc
import ShedTestSupport
import Testing

extension Torture {
    /// The power goes, at any moment: what was not synced may be lost, and names may come before contents (``PowerCut``).
    @Suite struct `Power cuts` {
        /// Which states of a deed are tried. In a short run it is one for each, in turn what is left once something is in its new place for
        /// good, and what may be left at any time.
        private static func states(ofDeed number: Int) -> Range<Int> {
            let first = (number + Int(Torture.seed % 2)) % 2
            return Torture.isFull ? 0..<60 : first..<first + 1
        }

        @Test(arguments: zip(Deed.all, Deed.all.indices)) func `lose nothing of a person's, no ID and no reason`(deed: Deed, number: Int) throws {
            let all = try PowerCutShelf(deed)
            try all.record()
            let log = all.log
            try #require(log.records.count > 5, "nothing was recorded: \(all.said)")
            // Where something has just been made durable is where what must be durable before it shows.
            let firm = log.records.indices.filter { log.records[$0].kind == .sync }.map { $0 + 1 }
            let moves = log.records.indices.filter { log.records[$0].kind == .rename || log.records[$0].kind == .exchange }
            var chance = SeededRandom(Torture.seed)
            for state in Self.states(ofDeed: number) {
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
        if deed.kind == "papers" {
            for name in ["Algebra", "Calculus"] {
                let pages = ["first", "second", "third"].map { TestPDF.Page(["\($0) \(name.lowercased()) text"]) }
                shelf.makeFile("\(name).pdf", String(decoding: TestPDF(pages).bytes, as: UTF8.self))
            }
        }
        if deed.isFirst { rmdir(shelf.project) } else { try shelf.sh("SHED='\(ShedProgram.path)'; \(deed.before)") }
    }

    var log: PowerCut { PowerCut(log: shelf.path + "/log") }

    /// Does it, recorded.
    /// - Parameter position: the number of the record after which it is killed; `nil`: it is not.
    func record(until position: Int? = nil) throws {
        let variables = [
            "LD_PRELOAD=\(PowerCut.recorder)", "POWERCUT_LOG=\(shelf.path)/log", "POWERCUT_BANK=\(shelf.path)/bank",
            "POWERCUT_PROGRAM=\(ShedProgram.path.split(separator: "/").last ?? "shed")", "POWERCUT_AT=\(position ?? 0)",
        ]
        let directory = deed.isFirst ? shelf.path : shelf.project
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
        if deed.isFirst, access(shelf.project, F_OK) != 0 { return }
        try expectRecovery(texts, ids, "SHED_SEED=\(Torture.seed), after record \(position), left: \(state)")
    }

    /// The texts that a person has written.
    private func persons() throws -> Set<String> {
        guard !deed.isFirst else { return [] }
        let lines = try shelf.sh("find . -name .shed -prune -o -type f -print0 | xargs -0 -r grep -aoh '[a-z]* text' || true").split(separator: "\n")
        return Set(lines.map(String.init)).subtracting(deed.mayLose)
    }

    /// What is deleted for good is there as a whole, or gone as a whole, with a record of that.
    private func expectWholeDeletion(_ moment: String) throws {
        guard !deed.mayLose.isEmpty else { return }
        let left = try deed.mayLose.filter { try shelf.run("/bin/grep", ["-rqF", "--exclude-dir=.shed", $0, "."], in: shelf.project).code == 0 }
        #expect(left.isEmpty || left == deed.mayLose, "\(moment): a part is left: \(left)")
        #expect(try shelf.sh("[ ! -d .shed/staging ] || find .shed/staging -mindepth 2").isEmpty, "\(moment)")
        guard left.isEmpty else { return }
        let undo = try shelf.shed("undo", "--list")
        #expect(undo.text.contains("deleted"), "\(moment): nothing tells of the deletion: \(undo.text)\(undo.err)")
    }

    /// Whoever was not known yet when the power went is made known by the same deed, or by trusting.
    private func expectTrust(_ moment: String) throws {
        guard deed.isAboutTrust, try shelf.shed("sync").code == 2 else { return }
        let isMade = access(shelf.project + "/.shed", F_OK) == 0
        let result = isMade ? try shelf.shed("trust", ".") : try shelf.run(ShedProgram.path, deed.verb, in: shelf.project)
        #expect(result.code == 0, "\(moment): \(result.text)\(result.err)")
    }

    private func expectRecovery(_ texts: Set<String>, _ ids: [String: String], _ moment: String) throws {
        try expectTrust(moment)
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
        for (path, id) in ids where path != "Rejected" && id != "null" && deed.mayLose.isEmpty {
            #expect(after.values.contains(id) || status.text.contains(id), "\(moment): \(path) has lost its ID")
        }
        #expect(status.text.contains("\"reports\": []"), "\(moment): \(status.text)")
        #expect(!status.text.contains("\"origin\": \"Rejected"), "\(moment): what was moved to Rejected has lost its reason: \(status.text)")
        for name in try shelf.sh("[ ! -d Rejected ] || ls Rejected").split(separator: "\n") {
            #expect(status.text.contains("\"path\": \"Rejected/\(name)\""), "\(moment): Rejected/\(name) has no reason: \(status.text)")
        }
        #expect(try shelf.shed("undo", "--list").code == 0, "\(moment)")
        try expectWholeDeletion(moment)
        let check = try shelf.shed("check")
        #expect(check.code == 0, "\(moment): \(check.text)\(check.err)")
        let doctor = try shelf.shed("doctor")
        #expect(!doctor.text.contains("folder of the state directory"), "\(moment): \(doctor.text)")
        try expectNoSidecarFindings(shelf)
    }
}

extension PowerCut {
    /// The library that records: built with the tests, it stands beside them.
    static let recorder: String = {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = bytes.withUnsafeMutableBytes { buffer in buffer.baseAddress.map { readlink("/proc/self/exe", $0, buffer.count) } ?? 0 }
        let own = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        return "/" + own.split(separator: "/").dropLast().joined(separator: "/") + "/libCPowerCut.so"
    }()
}
