import Glibc
import ShedCheck
import ShedDisk
import ShedModel
import ShedPapers
import ShedPapersKindTestSupport
import ShedProject
import ShedProjectTestSupport
import ShedRecordsKind
import ShedRules
import ShedTestSupport
import ShedWritingKind

@testable import ShedSidecar

/// A project in which examples of rules are carried out, and another device that has a copy of it.
package final class RuleBench {
    package let shelf: Shelf
    private(set) var project: Project
    /// The other device: its project and what it keeps of it.
    private var other: Project?
    private var days: Int64 = 0
    private var needsNobody = false
    private var asksSync = false
    private var asksStatus = false

    /// The time at which examples happen, so that pages show the same whenever they are made: 2024-05-01, at noon.
    static let now: Int64 = 1_714_564_800_000

    package init() throws {
        shelf = try Shelf(kinds: ProgramKinds.all, in: TestFile.quick, now: { RuleBench.now })
        project = try shelf.project(named: "Poems")
        // Whoever is not root is to reach the project too.
        chmod(shelf.path, 0o755)
    }

    private var root: String { shelf.path + "/Poems" }

    /// Carries an example out and asks the rules.
    package func findings(in script: RuleScript) throws -> [Finding] {
        for step in script.steps { try perform(step) }
        if asksStatus {
            // As a verb that judges nothing leaves it.
            _ = try project.refresh()
            return project.unresolved.map { Finding($0.rule, at: $0.path, id: $0.id, $0.message) }
        }
        if asksSync {
            // Only what `check` would not say.
            let known = try look(shelf.surroundings).map { [$0.rule, "\($0.path)"] }
            return try project.sync().reports.filter { !known.contains([$0.rule.name, "\($0.path)"]) }
                .map { Finding($0.rule, at: $0.path, id: $0.id, $0.message) }
        }
        return needsNobody ? try asNobody { try look(shelf.surroundings) } : try look(shelf.surroundings)
    }

    /// What `check` says.
    package func look(_ surroundings: Surroundings) throws -> [Finding] {
        try Project.open(
            containing: project.home.path, surroundings: surroundings, purpose: .look).check()
    }

    /// What `check` says on a machine that never saw the project; `nil` for an example that asks no `check`.
    package func findingsOfStranger() throws -> [Finding]? {
        guard !asksSync, !asksStatus, !needsNobody else { return nil }
        var surroundings = shelf.surroundings
        surroundings.stateDirectory = shelf.path + "/nowhere"
        return try look(surroundings)
    }

    private func perform(_ step: RuleScript.Step) throws {
        switch step.verb {
        case "sync":
            // As another run would: the ignore rules may have changed.
            project = try shelf.reopen(project)
            try project.sync()
        case "accept": try project.change { try $0.accept([step.path(0)], to: nil) }
        case "allow":
            let accepts = try step.value(1, Accepts.init(rawValue:))
            try project.change { try $0.allow(accepts, in: step.path(0)) }
        case "tag": try performTag(step.text(0), step.text(1), step.words[2])
        case "var": try performVariable(step.text(0), step.text(1), step.words[2])
        case "ask": (asksSync, asksStatus) = (step.text(0) == "sync", step.text(0) == "status")
        case "elsewhere": try performElsewhere(RuleScript.Step(verb: step.text(0), words: Array(step.words.dropFirst())))
        case "carry": try carry(lastOnly: step.text(0) == "last")
        case "batch": try makeBatch(step.text(0))
        case "replica":
            try shelf.shell("cp -a Poems Clone")
            _ = try shelf.trusted("Clone", as: .trustAsReplica)
        case "declare": try project.declare(asCopy: false)
        case "kind":
            try shelf.shell("rm -r Poems")
            project = try shelf.project(step.text(0), named: "Poems")
            chmod(shelf.path, 0o755)
        case "compile":
            let reading = try project.refresh()
            _ = try reading.compile(reading.compilation(CompileRequest()), dryRun: false)
        case "bundle", "page", "refer", "pdf", "texts", "unprotect", "map": try performPapers(step)
        case "schema":
            let collection = try project.asKnown.collection(step.words[0])
            try shelf.shell("mkdir -p Poems/.shed/schemas")
            try RuleBench.write("\(root)/.shed/schemas/\(collection.id).toml".utf8CString.map { $0 }, step.words[1])
        default: try RuleBench.change(root, step, &needsNobody)
        }
    }

    // MARK: Papers

    private func performPapers(_ step: RuleScript.Step) throws {
        let work = PaperWork(project: project)
        switch step.verb {
        case "bundle":
            var variants: [PDFVariant: TestPDF] = [:]
            for word in step.words.dropFirst() {
                let parts = String(decoding: word, as: UTF8.self).split(separator: "=").map(String.init)
                guard parts.count == 2, let variant = PDFVariant(rawValue: parts[0]), let pages = Int(parts[1]) else { throw step.fault }
                variants[variant] = TestPDF(pages: pages)
            }
            try work.bundle(step.text(0), variants)
        case "page": try work.page(step.path(0), of: step.text(1), number: step.value(2, Int.init))
        case "refer": try work.refer(step.path(0), to: step.value(1, Int.init))
        case "pdf": try work.write(TestPDF(pages: step.value(1, Int.init)).bytes, step.text(0))
        case "texts": try work.takeTexts()
        case "map":
            let list = step.text(2).split(separator: ",").map { Int($0) }
            try work.map(step.text(0), step.value(1, PDFVariant.init(rawValue:)), list)
        default: try shelf.shell("rm -r Poems/.shed/store")
        }
    }

    // MARK: Files

    private static func change(_ root: String, _ step: RuleScript.Step, _ needsNobody: inout Bool) throws {
        func place(_ position: Int) throws -> [CChar] {
            guard position < step.words.count else { throw step.fault }
            return (Array(root.utf8) + [UInt8(ascii: "/")] + step.words[position] + [0]).map { CChar(bitPattern: $0) }
        }
        func expect(_ result: Int32) throws {
            let reason = String(cString: strerror(errno))
            guard result == 0 else { throw ExampleFault("\(step.verb) \(step.text(0)): \(reason)") }
        }
        switch step.verb {
        case "file": try write(place(0), step.words.count > 1 ? step.words[1] : step.words[0])
        case "files":
            for number in 1...(try step.value(0, Int.init)) {
                try write((Array("\(root)/\(step.text(1))\(number)".utf8) + [0]).map { CChar(bitPattern: $0) }, [0x61])
            }
        case "folder": try expect(mkdir(place(0), 0o755))
        case "fifo": try expect(mkfifo(place(0), 0o644))
        case "link": try expect(symlink((step.words[1] + [0]).map { CChar(bitPattern: $0) }, place(0)))
        case "hardlink": try expect(link(place(0), place(1)))
        case "move": try expect(rename(place(0), place(1)))
        case "remove": try expect(remove(place(0)))
        case "unreadable":
            needsNobody = true
            try expect(chmod(place(0), 0))
        default: throw ExampleFault("there is no step “\(step.verb)”")
        }
    }

    private static func write(_ path: [CChar], _ content: [UInt8]) throws {
        let file = try need(fopen(path, "we"), "cannot write \(String(decoding: path.map { UInt8(bitPattern: $0) }, as: UTF8.self))")
        fwrite(content, 1, content.count, file)
        fclose(file)
    }

    // MARK: Tags and variables

    private func performTag(_ what: String, _ tag: String, _ last: [UInt8], in other: Project? = nil) throws {
        let project = other ?? project
        let scope = LabelScope(rawValue: String(decoding: last, as: UTF8.self))
        switch what {
        case "new": try project.change { try $0.makeTag(tag, colour: nil, scope: scope) }
        case "add":
            let path = try need(RelativePath(bytes: last), "no path to label")
            try project.change { try $0.addTag(tag, to: [path]) }
        case "scope": try project.change { try $0.changeTag(tag, Transaction.TagChange(scope: scope)) }
        default: throw ExampleFault("there is no step “tag \(what)”")
        }
    }

    private func performVariable(_ what: String, _ word: String, _ last: [UInt8]) throws {
        let options = String(decoding: last, as: UTF8.self).split(separator: ",").map(String.init)
        switch what {
        case "new": try project.change { try $0.makeVariable(word, options: options, scope: nil) }
        case "set":
            let parts = word.split(separator: "=").map(String.init)
            guard parts.count == 2 else { throw ExampleFault("no value for “\(word)”") }
            let path = try need(RelativePath(bytes: last), "no path to label")
            try project.change { try $0.setVariable(parts[0], to: parts[1], of: [path]) }
        case "options": try project.change { try $0.changeVariable(word, Transaction.VariableChange(options: options)) }
        default: throw ExampleFault("there is no step “var \(what)”")
        }
    }

    // MARK: The other device

    private func performElsewhere(_ step: RuleScript.Step) throws {
        if step.verb == "ahead" {
            days = try step.value(0, Int64.init)
            return
        }
        let place = shelf.path + "/elsewhere"
        if other == nil {
            try shelf.shell("mkdir elsewhere && cp -a Poems elsewhere/")
            // A millisecond later if not by days: of two things that were made at the same time chance would say which is the older.
            let ahead = days == 0 ? 1 : days * 86_400_000
            let surroundings = try shelf.elsewhere(now: { RuleBench.now + ahead })
            other = try shelf.trusted("elsewhere/Poems", on: surroundings)
        }
        if step.verb == "tag" {
            try performTag(step.text(0), step.text(1), step.words[2], in: other)
        } else if step.verb == "sync" {
            try need(other, "there is no other device yet").sync()
        } else {
            var unused = false
            try RuleBench.change(place + "/Poems", step, &unused)
        }
    }

    private func carry(lastOnly: Bool) throws {
        guard lastOnly else {
            try shelf.shell("cp -a -n elsewhere/Poems/.shed/ops/. Poems/.shed/ops/")
            return
        }
        let replica = try need(other, "there is no other device yet").home.replica
        try shelf.shell("mkdir -p Poems/.shed/ops/\(replica) && cd elsewhere/Poems/.shed/ops/\(replica) && cp \"$(ls | tail -n 1)\" '\(root)/.shed/ops/\(replica)/'")
    }

    // MARK: Batches

    private func makeBatch(_ sort: String) throws {
        let replica = ReplicaID(rawValue: 0x0123_4567_89ab_cdef)
        let stamp = Stamp(time: UInt64(RuleBench.now) << 16, replica: replica)
        let id = try need(NodeID("018f3333-0000-7000-8000-000000000001"), "no ID")
        func header(_ project: NodeID) -> Batch.Header { Batch.Header(project: project, replica: replica, sequence: 1, parents: []) }
        let operation = StampedOperation(stamp, Operation(id, [.type(.folder)]))
        switch sort {
        case "torn":
            let replica = try need(other, "there is no other device yet").home.replica
            try shelf.shell("cd Poems/.shed/ops/\(replica) && for batch in *; do truncate -s 100 \"$batch\"; done")
        case "foreign":
            try project.home.sidecar.write(BatchEncoder.encode(header(id), [operation]))
        case "forked":
            // What its clone would write first: the number is that of its own first batch, and it says nothing new.
            let (there, type) = (try need(other, "there is no other device yet"), Operation(project.home.id, [.type(.project)]))
            let listing = try there.home.sidecar.listing()
            let written = listing.batches.filter { $0.replicaDirectory == Name("\(there.home.replica)") }
            let first = try need(written.first.flatMap { try? there.home.sidecar.read($0, of: there.home.file).get() }, "it has written nothing")
            let stamp = Stamp(time: UInt64(RuleBench.now) << 16, replica: there.home.replica)
            try project.home.sidecar.write(BatchEncoder.encode(first.header, [StampedOperation(stamp, type)]))
        case "unknown":
            let unknown = StampedOperation(stamp, Operation(id, [.other("type", "hologram")]))
            try project.home.sidecar.write(BatchEncoder.encode(header(project.home.id), [unknown]))
        case "newer":
            let batch = BatchEncoder.encode(header(project.home.id), [operation])
            var bytes = Array(String(decoding: batch.bytes, as: UTF8.self).split(separator: "\"format\":1").joined(separator: "\"format\":2").utf8)
            bytes.replaceSubrange(BatchEncoder.opening.count..<BatchEncoder.opening.count + BatchID.textLength, with: BatchEncoder.zeros)
            let sealed = BatchEncoder.seal(&bytes)
            let folder = "\(root)/.shed/ops/\(replica)"
            mkdir(folder, 0o755)
            try RuleBench.write("\(folder)/\(BatchName.make(stamp, sealed))".utf8CString.map { $0 }, bytes)
        default: throw ExampleFault("there is no batch “\(sort)”")
        }
    }
}
