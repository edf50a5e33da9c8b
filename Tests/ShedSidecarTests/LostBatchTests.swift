import ShedModel
import Testing

@testable import ShedSidecar

/// Batches that others name and that are not there: given up, gone on without, and here after all.
struct `A batch that is lost` {
    private var here = Writer(1)
    private var there = Writer(2)

    @Test func `leaves no gap once it is given up, and is folded if it comes all the same`() {
        var (here, there) = (here, there)
        let lost = there.batch(0, [(node(1), [.type(.file), place("a")])])
        let next = there.batch(1, knowing: [lost], [(node(2), [.type(.file)])])
        let other = there.batch(2, knowing: [lost], [(node(3), [.type(.file)])])
        let end = there.batch(3, knowing: [other], [(node(4), [.type(.file)])])
        let settled = here.batch(4, knowing: [next, end], without: [lost], [(project, [LostBatch.field(lost.id, at: now)])])
        #expect(fold([next, end]).gaps.map(\.batch) == [lost.id, other.id].sorted())
        #expect(fold([next, end, settled]).gaps == [.absent(other.id)])
        let without = fold([next, other, end, settled])
        #expect(!without.isIncomplete)
        #expect(without.absentParents == [lost.id])
        #expect(fold([next, other, end, settled, lost]).result().model.path(of: node(1)) == "a")
    }

    @Test func `can be given up where a torn file is left of it, and not where another shed could read it`() {
        var here = here
        let lost = here.encoded(0, [(node(1), [.type(.file)])])
        let path = RelativePath(["ops", "0000000000000001", lost.name ?? ""])
        #expect(Gap.file(path, .torn("x")).batch == lost.batch.id)
        #expect(Gap.file("ops/x/notes.txt", .torn("x")).batch == nil)
        for fault in [BatchFault.unsupportedFormat(2), .tooLarge, .unreadable("x")] { #expect(Gap.file(path, fault).batch == nil) }
        let settled = here.batch(1, [(project, [LostBatch.field(lost.batch.id, at: now)])])
        var fold = fold([settled])
        fold.add(.torn("x"), at: path)
        #expect(!fold.isIncomplete)
        fold.add(.tooLarge, at: path)
        #expect(fold.isIncomplete)
    }

    @Test func `is not missing where a whole file of it is there beside a torn one`() {
        var here = here
        let encoded = here.encoded(0, [(node(1), [.type(.file), place("a")])])
        let path = RelativePath(["ops", "0000000000000001", encoded.name ?? ""])
        var whole = fold([encoded.batch])
        whole.add(.torn("x"), at: path)
        #expect(whole.gaps.isEmpty && whole.missingBatches.isEmpty)
        var torn = fold([])
        torn.add(.torn("x"), at: path)
        #expect(torn.missingBatches == [encoded.batch.id])
    }

    @Test func `was not known to its own writer who went on without it`() {
        var here = here
        let lost = here.batch(0, [(node(1), [.type(.file), place("a"), .note("x")])])
        let going = here.batch(1, without: [lost], [(node(2), [.type(.file), place("a")])])
        #expect(fold([lost, going]).result().model.resolve(node(2)) == node(1))
    }

    @Test func `was not known to a writer who went on without it, though its children were`() {
        var (here, there) = (here, there)
        let lost = there.batch(0, [(node(1), [.type(.file), place("a")])])
        let child = there.batch(1, knowing: [lost], [(node(9), [.type(.file), place("z")])])
        let going = here.batch(2, knowing: [child], without: [lost], [(node(2), [.type(.file), place("a"), .note("x")])])
        let model = fold([lost, child, going]).result().model
        #expect(model.resolve(node(2)) == node(1))
        #expect(model[node(1)]?.details?.note == "x")
        // Whoever had it, and gave the path a new ID, meant another file.
        let knowing = here.batch(3, knowing: [going], [(node(3), [.type(.file), place("a")])])
        #expect(fold([lost, child, going, knowing]).result().model.resolve(node(3)) == node(3))
        let believed = here.batch(2, knowing: [child], [(node(2), [.type(.file), place("a")])])
        #expect(fold([lost, child, believed]).result().model.resolve(node(2)) == node(2))
    }

    @Test func `stands in the header of what was written without it`() throws {
        var (here, there) = (here, there)
        let lost = [there.batch(0, [(node(1), [.note("1")])]), there.batch(1, [(node(1), [.note("2")])])]
        let encoded = here.encoded(2, without: lost + lost, [(node(2), [.type(.file)])])
        let read = try BatchDecoder.decode(encoded.bytes, projects: [project])
        #expect(read.header.without == lost.map(\.id).sorted())
        #expect(read.header == encoded.batch.header)
        let header = String(decoding: encoded.bytes, as: UTF8.self).split(separator: "\n")[0]
        #expect(header.hasSuffix(#""sequence":1,"without":["\#(read.header.without[0])","\#(read.header.without[1])"]}"#))
        for wrong in ["1", "[1]", "[\"x\"]", "{}"] {
            let text = #"{"checksum":"\#(String(repeating: "0", count: 64))","count":0,"format":1,"parents":[],"project":"\#(project)","replica":"0000000000000001","sequence":1,"without":\#(wrong)}"# + "\n"
            #expect(throws: BatchFault.self) { try BatchDecoder.decode(sealed(text), projects: [project]) }
        }
    }
}
