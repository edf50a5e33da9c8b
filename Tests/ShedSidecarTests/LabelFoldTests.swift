import ShedModel
import ShedTestSupport
import Testing

@testable import ShedSidecar

/// Tags and variables in batches.
@Suite struct LabelFoldTests {
    /// A batch of a replica with operations on nodes and labels.
    private func batch(_ replica: UInt64, _ sequence: UInt64, _ time: Int64, knowing parents: [Batch] = [], _ operations: [Operation]) -> Batch {
        let header = Batch.Header(project: project, replica: ReplicaID(rawValue: replica), sequence: sequence, parents: parents.map(\.id))
        return BatchEncoder.encode(header, operations.map { StampedOperation(stamp(time, replica), $0) }).batch
    }

    private func label(_ kind: LabelKind, _ number: UInt64, _ fields: [(String, JSONValue)]) -> Operation {
        Operation(node(number), fields.map { .other($0.0, $0.1) }, label: kind)
    }

    @Test func `two devices that each give another tag both count`() {
        let first = batch(1, 1, 0, [Operation(node(1), [.type(.file), place("a")]), label(.tag, 10, [("name", "x")]), label(.tag, 11, [("name", "y")])])
        let left = batch(1, 2, 1, knowing: [first], [Operation(node(1), [.tag(node(10), true)])])
        let right = batch(2, 1, 2, knowing: [first], [Operation(node(1), [.tag(node(11), true), .value(node(12), .integer(3))])])
        for order in [[first, left, right], [right, left, first]] {
            let model = fold(order).result().model
            let labels = model[node(1)]?.details?.labels ?? NodeLabels()
            #expect(model.labels.tags(of: labels).map(\.name) == ["x", "y"])
            #expect(labels.values == [node(12): .integer(3)])
        }
        let off = batch(1, 3, 3, knowing: [left, right], [Operation(node(1), [.tag(node(11), false), .value(node(12), nil)])])
        #expect(fold([off, first, right, left]).result().model[node(1)]?.details?.labels == NodeLabels(tags: [node(10)]))
    }

    @Test func `two devices that make a tag of one name have one tag, and who has either has it`() {
        let first = batch(1, 1, 0, [Operation(node(1), [.type(.file), place("a")]), Operation(node(2), [.type(.file), place("b")])])
        let left = batch(1, 2, 5, knowing: [first], [label(.tag, 10, [("name", "urgent")]), Operation(node(1), [.tag(node(10), true)])])
        let right = batch(2, 1, 4, knowing: [first], [label(.tag, 11, [("name", "Urgent")]), Operation(node(2), [.tag(node(11), true)])])
        for order in [[first, left, right], [right, left, first]] {
            let model = fold(order).result().model
            #expect(model.labels.sortedTags.map(\.id) == [node(11)])
            for number in [1, 2] as [UInt64] {
                #expect(model.labels.tags(of: model[node(number)]?.details?.labels ?? NodeLabels()).map(\.name) == ["Urgent"])
            }
        }
        // Written down, it holds through a renaming.
        let join = batch(2, 2, 6, knowing: [left, right], [label(.tag, 10, [("alias", .string(node(11).description))]), label(.tag, 11, [("name", "asap")])])
        let model = fold([join, right, first, left]).result().model
        #expect(model.labels.sortedTags.map(\.name) == ["asap"])
        #expect(model.labels.tags(of: model[node(1)]?.details?.labels ?? NodeLabels()).map(\.name) == ["asap"])
    }

    @Test func `a node with two IDs has the tags and values of both`() {
        let tags = batch(1, 1, 0, [label(.tag, 10, [("name", "x")]), label(.tag, 11, [("name", "y")])])
        let left = batch(1, 2, 1, knowing: [tags], [Operation(node(1), [.type(.file), place("a"), .tag(node(10), true), .tag(node(11), false)])])
        let right = batch(2, 1, 2, knowing: [tags], [Operation(node(2), [.type(.file), place("a"), .tag(node(11), true), .value(node(12), .option("z"))])])
        let model = fold([right, tags, left]).result().model
        #expect(model.resolve(node(2)) == node(1))
        // What the node itself was told of a tag counts.
        #expect(model[node(1)]?.details?.labels == NodeLabels(tags: [node(10)], values: [node(12): .option("z")]))
    }

    @Test func `a copied project maps the IDs of labels wherever they stand`() {
        let copy = node(900)
        let file = ProjectFile(id: copy, kind: "poetry", created: now, copiedFrom: [project])
        func mapped(_ number: UInt64) -> NodeID { NodeID.v5(namespace: copy, name: node(number)) }
        let original = batch(1, 1, 0, [
            Operation(node(1), [.type(.file), place("a"), .tag(node(10), true), .value(node(12), .integer(1))]), label(.group, 9, [("name", "G")]),
            label(.tag, 10, [("name", "x"), ("group", .string(node(9).description))]), label(.variable, 12, [("name", "v"), ("type", "int")]),
            Operation(node(1), [.other(LabelField.field(ofVariable: node(14)), ["hologram": 1])]),
        ])
        let second = batch(1, 2, 1, knowing: [original], [label(.tag, 13, [("name", "z"), ("alias", .string(node(10).description))])])
        let model = fold([original, second], file).result().model
        #expect(model.labels.sortedTags.map(\.title) == ["G/x"])
        #expect(model.labels.sortedTags.map(\.id) == [mapped(10)])
        #expect(model.labels.resolve(.tag, mapped(13)) == mapped(10))
        let details = model[mapped(1)]?.details
        #expect(details?.labels == NodeLabels(tags: [mapped(10)], values: [mapped(12): .integer(1)]))
        #expect(details?.other.keys.sorted() == [LabelField.field(ofVariable: mapped(14))])
        #expect(model.labels.values(of: details?.labels ?? NodeLabels()).map(\.variable.name) == ["v"])
    }

    @Test func `lines of labels are written and read the same, and what is not understood is left out and counted`() throws {
        let operations = [
            label(.tag, 10, [("name", "x"), ("colour", "#ff0000"), ("hue", ["deep": 1])]), label(.tag, 11, [("name", 5), ("scope", "file")]),
            label(.variable, 12, [("name", "v"), ("type", "hologram")]),
        ]
        let header = Batch.Header(project: project, replica: ReplicaID(rawValue: 1), sequence: 1, parents: [])
        let encoded = BatchEncoder.encode(header, operations.map { StampedOperation(stamp(0), $0) })
        #expect(String(decoding: encoded.bytes, as: UTF8.self).contains(
            ##"{"at":"\##(stamp(0))","id":"\##(node(10))","kind":"tag","set":{"colour":"#ff0000","hue":{"deep":1},"name":"x"}}"##))
        let decoded = try BatchDecoder.decode(encoded.bytes, projects: [project])
        #expect(Set(decoded.operations.map(\.operation.id)) == [node(10), node(11), node(12)])
        #expect(decoded.operations.allSatisfy { $0.operation.label != nil })
        let folded = fold([decoded])
        #expect(folded.unknownOperations == 2)
        #expect(folded.unusedOperations == 0)
        let labels = folded.result().model.labels
        #expect(labels.sortedTags.map(\.name) == ["x"])
        #expect(labels.records[LabelKey(.tag, node(10))]?.fields["hue"] == ["deep": 1])
        #expect(labels.records[LabelKey(.tag, node(11))]?.fields == ["scope": "file"])
        #expect(labels.variables.isEmpty)
        #expect(folded.result().model.nodes.count == 1)
    }

    @Test func `a base keeps labels`() throws {
        let first = batch(1, 1, 0, [label(.tag, 10, [("name", "x")])])
        let text = """
            {"checksum":"\(String(repeating: "0", count: 64))","count":1,"format":1,"project":"\(project)","subsumes":1}
            {"id":"\(first.id)","parents":[],"project":"\(project)","replica":"0000000000000001","sequence":1}
            {"at":"\(stamp(0))","from":0,"id":"\(node(10))","kind":"tag","set":{"name":"x"}}

            """
        var compact = Fold(project: projectFile, now: now)
        compact.add(try BaseDecoder.decode(sealed(text), projects: [project]))
        #expect(compact.result().model.labels.records == fold([first]).result().model.labels.records)
        compact.add(first)
        #expect(compact.result().model.labels.records == fold([first]).result().model.labels.records)
    }

    @Test func `a field from the future wins and is reported`() {
        let late = HybridClock.tolerance + 60_001
        let first = batch(1, 1, 0, [label(.tag, 10, [("name", "x")])])
        let ahead = batch(2, 1, late, [label(.tag, 10, [("name", "y")]), Operation(node(1), [.tag(node(10), true)])])
        let result = fold([ahead, first]).result()
        #expect(result.model.labels.sortedTags.map(\.name) == ["y"])
        #expect(result.future[FieldKey(id: node(10), field: "name")] == stamp(late, 2))
        #expect(result.future[FieldKey(id: node(1), field: LabelField.field(ofTag: node(10)))] == stamp(late, 2))
    }

    // MARK: Laws

    /// Batches of three replicas, in the order of their stamps, with what any of them could write.
    private func randomBatches(_ numbers: inout SeededNumbers) -> [Batch] {
        var sequences: [UInt64: UInt64] = [:]
        return (0..<16).map { number in
            let replica = UInt64.random(in: 1...3, using: &numbers)
            sequences[replica, default: 0] += 1
            let operations = Set((0..<4).map { _ in UInt64.random(in: 1...9, using: &numbers) }).sorted().map { random($0, &numbers) }
            return batch(replica, sequences[replica] ?? 0, Int64(number * 10), operations)
        }
    }

    private func random(_ number: UInt64, _ numbers: inout SeededNumbers) -> Operation {
        let names = ["a", "A", "b"]
        let other = node(UInt64.random(in: 1...9, using: &numbers))
        let pick = Int.random(in: 0..<10, using: &numbers)
        let name = JSONValue.string(names[Int.random(in: 0..<3, using: &numbers)])
        return switch pick {
        case 0: label(.group, number, [("name", name)])
        case 1: label(.group, number, [("deleted", Bool.random(using: &numbers) ? 1 : nil)])
        case 2, 3: label(.tag, number, [("name", name), ("group", Bool.random(using: &numbers) ? .string(other.description) : nil)])
        case 4: label(.tag, number, [("alias", .string(other.description))])
        case 5: label(.variable, number, [("name", name), ("type", "list"), ("options", [name])])
        case 6: label(.tag, number, [("deleted", Bool.random(using: &numbers) ? 1 : nil), ("hue", name)])
        case 7: Operation(node(number), [.tag(other, Bool.random(using: &numbers)), .value(other, .integer(1))])
        case 8: Operation(node(number), [.value(other, Bool.random(using: &numbers) ? .option("a") : nil)])
        default: Operation(node(number), [.other(LabelField.field(ofVariable: other), ["hologram": 1])])
        }
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func `batches in any order, or one operation after the other, give the same labels`(seed: UInt64) {
        var numbers = SeededNumbers(seed)
        var batches = randomBatches(&numbers)
        let expected = fold(batches).result().model
        var step = Model(project: project)
        for operation in batches.flatMap(\.operations) { step.apply(operation.operation, at: operation.at) }
        #expect(step.labels.records == expected.labels.records)
        #expect(step.labels.tags == expected.labels.tags)
        #expect(step.labels.groups == expected.labels.groups)
        #expect(step.labels.variables == expected.labels.variables)
        #expect(step.nodes == expected.nodes)
        for _ in 0..<6 {
            batches.shuffle(using: &numbers)
            let other = fold(batches + batches.prefix(2)).result().model
            #expect(other.labels.records == expected.labels.records)
            #expect(other.labels.tags == expected.labels.tags)
            #expect(other.labels.groups == expected.labels.groups)
            #expect(other.labels.variables == expected.labels.variables)
            #expect(other.labels.found == expected.labels.found)
            #expect(other.nodes == expected.nodes)
        }
        // No two that are shown bear one name.
        let labels = expected.labels
        let groups = labels.tags.values.map { tag in tag.group ?? labels.records[LabelKey(.tag, tag.id)]?.group.map { labels.resolve(.group, $0) } }
        #expect(Set(zip(groups, labels.tags.values).map { [$0?.description ?? "", $1.name.lowercased()] }).count == labels.tags.count)
        #expect(Set(labels.groups.values.map { $0.name.lowercased() }).count == labels.groups.count)
    }
}
