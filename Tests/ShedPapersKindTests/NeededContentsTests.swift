import ShedModel
import ShedPapers
import ShedTestSchedule
import Testing

@testable import ShedPapersKind

/// What may not be removed, as a function of the model alone.
@Suite(.waitsForPrograms) struct `Contents that are needed` {
    private static func content(_ digit: String) -> String { String(repeating: digit, count: 64) }

    private static func id(_ digit: Int) throws -> NodeID { try #require(NodeID("01a1ffbe-c94d-74aa-acfe-6f5416b4c0\(digit + 10)")) }

    private func needed(_ operations: [(Int, [Field])]) throws -> (all: Set<String>, texts: Set<String>) {
        var model = Model(project: try Self.id(0))
        for (number, fields) in operations { model.apply(Operation(try Self.id(number), fields)) }
        let needed = NeededContents(model) { $0.details?.forgotten != nil }
        func digits(_ contents: Set<ContentHash>) -> Set<String> { Set(contents.map { String($0.description.prefix(1)) }) }
        return (digits(needed.all), digits(needed.texts))
    }

    @Test func `are all that a node says, also in fields that no version of shed knows yet`() throws {
        let found = try needed([
            (1, [.type(.page), .other("a later field", ["list": [["deep": .string(Self.content("a"))]]])]),
            (2, [.type(.bundle), .other("pdf:ocr", ["hash": .string(Self.content("b")), "size": 1, "pages": 1]), .other("pdf:display", .string(Self.content("c").uppercased()))]),
            (3, [.type(.file), .content(ContentRecord(hash: try #require(ContentHash(Self.content("d"))), size: 1, since: 0))]),
        ])
        #expect(found.all == ["a", "b", "c", "d"] && found.texts == ["b"])
    }

    @Test func `are not those of what was given up, unless something mentions it that was not`() throws {
        let bundle: [Field] = [.type(.bundle), .other("pdf:ocr", ["hash": .string(Self.content("b")), "size": 1, "pages": 1]), .forgotten(5)]
        let page: [Field] = [.type(.page), PageReference(bundle: try Self.id(1), number: 1).field, .other("page-file", ["source": .string(Self.content("a"))])]
        #expect(try needed([(1, bundle), (2, page + [.forgotten(5)])]).all.isEmpty)
        let found = try needed([(1, bundle), (2, page)])
        #expect(found.all == ["a", "b"] && found.texts == ["b"])
        // A page that is in no folder that is known.
        #expect(try needed([(1, bundle), (2, page + [.place(Place(parent: try Self.id(7), name: "x"))])]).all == ["a", "b"])
    }
}
