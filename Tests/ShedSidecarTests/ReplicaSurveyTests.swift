import ShedModel
import Testing

@testable import ShedSidecar

/// What batches say of who wrote them.
struct `A survey of the replicas` {
    private func survey(_ batches: [Batch], _ project: NodeID = project) -> ReplicaSurvey {
        var survey = ReplicaSurvey(of: project)
        for batch in batches { survey.add(batch) }
        return survey
    }

    @Test func `counts batches once, in whatever order, and says when they were written`() {
        var (here, there) = (Writer(1), Writer(2))
        let first = here.batch(0, [(node(1), [.type(.file)])])
        let second = here.batch(70_000, knowing: [first], [(node(2), [.type(.file)])])
        let other = there.batch(500, knowing: [first], [(node(3), [.type(.file)])])
        for batches in [[first, second, other], [other, second, first, second]] {
            let entries = survey(batches).entries
            #expect(entries.map(\.replica.rawValue) == [1, 2] && entries.map(\.batches) == [2, 1] && entries.map(\.sequence) == [2, 1])
            #expect(entries.map(\.first) == [now - 60_000, now - 59_500] && entries.map(\.last) == [now + 10_000, now - 59_500])
            #expect(entries.map(\.pushed) == [0, 0] && entries.map(\.inherited) == [0, 0])
        }
        #expect(survey([]).entries.isEmpty)
    }

    @Test func `tells whose clock was behind what it knew of others, not of itself`() {
        var (here, there) = (Writer(1), Writer(2))
        let ahead = there.batch(5_000, [(node(1), [.type(.file)])])
        let pushed = here.batch(5_000, knowing: [ahead], [(node(2), [.type(.file)])])
        let own = here.batch(5_000, knowing: [pushed], [(node(3), [.type(.file)])])
        let later = here.batch(5_001, knowing: [own, ahead], [(node(4), [.type(.file)])])
        #expect(survey([ahead, pushed, own, later]).entries.map(\.pushed) == [1, 0])
        // What is not there says nothing.
        #expect(survey([pushed, own, later]).entries.map(\.pushed) == [0])
    }

    @Test func `finds the forks that the fold finds`() {
        var (one, same, other) = (Writer(1), Writer(1), Writer(2))
        let batches = [
            one.batch(0, [(node(1), [.note("a")])]), same.batch(1, [(node(1), [.note("b")])]), one.batch(2, [(node(1), [.note("c")])]),
            other.batch(3, [(node(2), [.note("d")])]),
        ]
        #expect(survey(batches).forks == fold(batches).forks)
        #expect(survey(batches).forks.map(\.sequence) == [1] && survey(batches + batches).forks.first?.batches.count == 2)
    }

    @Test func `counts what a base stands for, and a batch of it that is there once`() throws {
        let (id, other) = (String(repeating: "a", count: 64), String(repeating: "b", count: 64))
        let text = """
            {"checksum":"\(String(repeating: "0", count: 64))","count":1,"format":1,"project":"\(project)","subsumes":2}
            {"id":"\(id)","parents":[],"project":"\(project)","replica":"0000000000000001","sequence":1}
            {"id":"\(other)","parents":["\(id)"],"project":"\(project)","replica":"0000000000000001","sequence":2}
            {"at":"\(stamp(7))","from":1,"id":"\(node(1))","set":{"type":"file"}}

            """
        let base = try BaseDecoder.decode(sealed(text), projects: [project])
        var survey = ReplicaSurvey(of: project)
        survey.add(base)
        survey.add(base)
        let entry = try #require(survey.entries.first)
        #expect(survey.entries.count == 1 && entry.batches == 2 && entry.sequence == 2)
        #expect(entry.first == now - 59_993 && entry.last == now - 59_993)
    }

    @Test func `tells what was written before the project was copied`() {
        let original = NodeID(high: 0xbbbb, low: 1)
        var (before, after) = (Writer(1, project: original), Writer(2))
        let batches = [before.batch(0, [(node(1), [.type(.file)])]), after.batch(1, [(node(2), [.type(.file)])])]
        #expect(survey(batches).entries.map(\.inherited) == [1, 0])
    }

    @Test func `counts files that may hold more, and no others`() throws {
        let directory = try TemporaryDirectory()
        let sidecar = try directory.sidecar()
        var writer = Writer(1)
        try sidecar.write(writer.encoded(0, [(node(1), [.type(.file)])]))
        let torn = writer.encoded(1, [(node(2), [.type(.file)])])
        let folder = try sidecar.directory.openDirectory("ops").openDirectory("0000000000000001")
        try folder.write(try #require(torn.name), Array(torn.bytes.dropLast(9)), replacing: false)
        try folder.write("notes.txt", Array("notes".utf8), replacing: false)
        let survey = sidecar.survey(of: projectFile, try sidecar.listing())
        #expect(survey.unread == 1 && survey.entries.map(\.batches) == [1])
    }
}
