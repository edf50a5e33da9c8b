import ShedModel
import Testing

/// Tags, groups and variables as values.
@Suite struct LabelTests {
    private static func id(_ number: UInt64) -> NodeID { NodeID(high: 7, low: number) }

    private static func stamp(_ time: UInt64, _ replica: UInt64 = 1) -> Stamp { Stamp(time: time << 16, replica: ReplicaID(rawValue: replica)) }

    private static func make(_ kind: LabelKind, _ number: UInt64, _ name: String, _ more: [(String, JSONValue)] = []) -> Operation {
        Operation(id(number), [.other(LabelField.name, .string(name))] + more.map { .other($0.0, $0.1) }, label: kind)
    }

    private static func book(_ operations: [(Operation, Stamp)]) -> LabelBook {
        var book = LabelBook()
        book.apply(operations)
        return book
    }

    @Test(arguments: [
        ("red", "#ff3b30"), ("Grey", "#8e8e93"), ("#0f0", "#00ff00"), ("12aBcD", "#12abcd"), ("#12345", nil), ("reddish", nil), ("", nil), ("#+12345", nil),
    ] as [(String, String?)])
    func `colours are names or digits`(text: String, expected: String?) {
        #expect(Colour(text)?.description == expected)
    }

    @Test(arguments: [
        ("urgent", .tag, true), ("", .tag, false), ("  ", .tag, false), (" a", .tag, false), ("a/b", .tag, false), ("a/b", .variable, true),
        ("a=b", .variable, false), ("a=b", .tag, true), ("a\nb", .group, false), ("a\u{202e}b", .tag, false), (String(repeating: "a", count: 255), .tag, true),
        (String(repeating: "é", count: 128), .tag, false),
    ] as [(String, LabelKind, Bool)])
    func `names are such as can be written again`(name: String, kind: LabelKind, isGood: Bool) {
        #expect((LabelName.complaint(about: name, kind: kind) == nil) == isGood)
    }

    @Test(arguments: [
        (.all, .project, true), (.all, .file, true), (.file, .file, true), (.file, .folder, false), (.folder, .folder, true), (.folder, .project, false),
        (LabelScope(rawValue: "docAndBelow"), .file, false), (LabelScope(rawValue: "hologram"), .file, false),
    ] as [(LabelScope, NodeType, Bool)])
    func `a scope covers its types`(scope: LabelScope, type: NodeType, isCovered: Bool) {
        #expect(scope.covers(type) == isCovered)
    }

    @Test func `of tags of one name in one group the older is the one, whatever the case`() {
        let group = Self.make(.group, 1, "Status")
        let inGroup = [(LabelField.group, JSONValue.string(Self.id(1).description))]
        let book = Self.book([
            (group, Self.stamp(1)), (Self.make(.tag, 3, "Lent", inGroup), Self.stamp(5, 2)), (Self.make(.tag, 2, "lent", inGroup), Self.stamp(6, 1)),
            (Self.make(.tag, 4, "lent"), Self.stamp(7)),
        ])
        #expect(book.sortedTags.map(\.title) == ["Status/Lent", "lent"])
        #expect(book.resolve(.tag, Self.id(2)) == Self.id(3))
        #expect(book.found == [LabelKey(.tag, Self.id(2)): Self.id(3)])
        #expect(book.tags(of: NodeLabels(tags: [Self.id(2), Self.id(3)])).map(\.id) == [Self.id(3)])
        #expect(book.tag(named: "LENT", in: nil)?.id == Self.id(4))
    }

    @Test func `groups of one name are one, and so are the tags of one name in them`() {
        func tag(_ number: UInt64, _ group: UInt64) -> Operation { Self.make(.tag, number, "x", [(LabelField.group, .string(Self.id(group).description))]) }
        let book = Self.book([
            (Self.make(.group, 1, "A"), Self.stamp(1)), (Self.make(.group, 2, "a"), Self.stamp(2)), (tag(3, 1), Self.stamp(3)), (tag(4, 2), Self.stamp(4)),
        ])
        #expect(book.sortedGroups.map(\.name) == ["A"])
        #expect(book.sortedTags.map(\.id) == [Self.id(3)])
        #expect(book.resolve(.tag, Self.id(4)) == Self.id(3))
    }

    @Test func `aliases lead to the older only, so that no circle arises`() {
        func alias(_ number: UInt64, _ target: UInt64) -> Operation {
            Operation(Self.id(number), [.other(LabelField.alias, .string(Self.id(target).description))], label: .tag)
        }
        let book = Self.book([
            (Self.make(.tag, 1, "a"), Self.stamp(1)), (Self.make(.tag, 2, "b"), Self.stamp(2)), (Self.make(.tag, 3, "c"), Self.stamp(3)),
            (alias(1, 3), Self.stamp(4)), (alias(3, 2), Self.stamp(5)), (alias(2, 1), Self.stamp(6)), (alias(2, 2), Self.stamp(7)),
        ])
        // The second names itself at last, which says nothing; the first may not name the third.
        #expect(book.sortedTags.map(\.name) == ["a", "b"])
        #expect(book.resolve(.tag, Self.id(3)) == Self.id(2))
    }

    @Test func `a deleted group stays while another device's tag stands in it`() {
        let inGroup = [(LabelField.group, JSONValue.string(Self.id(1).description))]
        let deletion = Operation(Self.id(1), [.other(LabelField.deleted, 5)], label: .group)
        let alone = Self.book([(Self.make(.group, 1, "Status"), Self.stamp(1)), (deletion, Self.stamp(2))])
        #expect(alone.groups.isEmpty)
        let used = Self.book([(Self.make(.group, 1, "Status"), Self.stamp(1)), (deletion, Self.stamp(2)), (Self.make(.tag, 2, "lent", inGroup), Self.stamp(2, 2))])
        #expect(used.sortedTags.map(\.title) == ["Status/lent"])
    }

    @Test func `variables of one name allow what either allowed, and the oldest value counts`() {
        func variable(_ number: UInt64, _ options: [String]) -> Operation {
            Self.make(.variable, number, "state", [(LabelField.type, "list"), (LabelField.options, .array(options.map { .string($0) }))])
        }
        let book = Self.book([(variable(1, ["a", "b"]), Self.stamp(1)), (variable(2, ["b", "c"]), Self.stamp(2, 2))])
        #expect(book.sortedVariables.map(\.options) == [["a", "b", "c"]])
        let many = (1...3).map { number in (variable(number, (0..<500).map { "\(number) \($0)" }), Self.stamp(number)) }
        #expect(Self.book(many).sortedVariables.map(\.options.count) == [LabelField.mostOptions])
        let labels = NodeLabels(values: [Self.id(2): .option("c"), Self.id(1): .option("a")])
        #expect(book.values(of: labels).map(\.value) == [.option("a")])
        #expect(book.values(of: NodeLabels(values: [Self.id(2): .option("c")])).map(\.value) == [.option("c")])
    }

    @Test func `a value is held against type and options`() throws {
        let book = Self.book([
            (Self.make(.variable, 1, "rating", [(LabelField.type, "int")]), Self.stamp(1)),
            (Self.make(.variable, 2, "state", [(LabelField.type, "list"), (LabelField.options, ["open", "1"])]), Self.stamp(2)),
        ])
        let (rating, state) = (try #require(book.variable(named: "Rating")), try #require(book.variable(named: "state")))
        #expect(rating.complaint(about: .integer(-4)) == nil)
        #expect(rating.complaint(about: .option("4")) != nil)
        #expect(state.complaint(about: .option("open")) == nil)
        #expect(state.complaint(about: .option("shut")) != nil)
        #expect(state.complaint(about: .integer(1)) != nil)
    }

    @Test func `a value of a later version takes the place of one that is known, and the other way round`() {
        var node = Node(id: Self.id(1), type: .file)
        node.set(.value(Self.id(2), .integer(1)))
        node.set(.other(LabelField.field(ofVariable: Self.id(2)), ["hologram": true]))
        #expect(node.details?.labels.isEmpty == true)
        #expect(node.details?.other.count == 1)
        node.set(.value(Self.id(2), .integer(2)))
        #expect(node.details?.other.isEmpty == true)
        #expect(node.details?.labels.values == [Self.id(2): .integer(2)])
        node.set(.value(Self.id(2), nil))
        #expect(!node.hasDetails)
        // What is taken away is gone, not there with the value null.
        node.set(.other("hue", 1))
        node.set(.other("hue", .null))
        #expect(!node.hasDetails)
    }
}
