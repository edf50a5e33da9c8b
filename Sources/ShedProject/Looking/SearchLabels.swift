import ShedMessages
import ShedModel

/// Holds nodes' tags and values against what is looked for.
package struct SearchLabels {
    /// How a value is compared.
    private enum Comparison: String, CaseIterable {
        // The longer ones first, as they are looked for.
        case atLeast = ">="
        case atMost = "<="
        case differs = "!="
        case equals = "="
        case greater = ">"
        case less = "<"
    }

    private struct Test {
        var variable: NodeID
        /// `nil`: any value.
        var wanted: (comparison: Comparison, value: VariableValue)?
    }

    private let tags: [NodeID]
    private let absentTags: Set<NodeID>
    private let isUntagged: Bool
    private let tests: [Test]

    /// - Returns: `nil` where neither is asked for.
    /// - Throws: ``ShedError`` of kind usage for a tag or a variable that is not there, or a value that it cannot have.
    package init?(_ search: Search, _ labels: LabelBook) throws(ShedError) {
        let marks = search.marks
        guard !marks.tags.isEmpty || !marks.absentTags.isEmpty || marks.isUntagged || !marks.values.isEmpty else { return nil }
        isUntagged = marks.isUntagged
        var absent: Set<NodeID> = []
        for word in marks.absentTags { absent.insert(try labels.tag(word).id) }
        absentTags = absent
        var tags: [NodeID] = []
        for word in search.marks.tags { tags.append(try labels.tag(word).id) }
        var tests: [Test] = []
        for text in search.marks.values { tests.append(try SearchLabels.test(text, labels)) }
        (self.tags, self.tests) = (tags, tests)
    }

    private static func test(_ text: String, _ labels: LabelBook) throws(ShedError) -> Test {
        guard let position = text.firstIndex(where: { "=<>!".contains($0) }) else { return Test(variable: try labels.variable(text).id) }
        let rest = text[position...]
        guard let comparison = Comparison.allCases.first(where: { rest.hasPrefix($0.rawValue) }) else {
            throw ShedError(.usage, .comparesInNoWay(text: ShedError.shown(text)), remedy: .comparisonsAre(first: "=, !=, <, <=, >", last: ">="))
        }
        let variable = try labels.variable(trimmed(text[..<position]))
        let value = try variable.value(of: trimmed(rest.dropFirst(comparison.rawValue.count)))
        if variable.type == .list, comparison != .equals, comparison != .differs {
            throw ShedError(
                .usage, .listHasNoOrder(name: ShedError.shown(variable.name)), remedy: .compareByEquality)
        }
        return Test(variable: variable.id, wanted: (comparison, value))
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop(while: \.isWhitespace)
        let end = start.lastIndex { !$0.isWhitespace }.map { start.index(after: $0) } ?? start.startIndex
        return String(start[..<end])
    }

    /// Whether what has no labels fits, as what has no ID.
    package var fitsBare: Bool { tags.isEmpty && tests.isEmpty }

    /// Whether a node has all tags and none of the others, and values as they are wanted. What has no value neither equals one nor differs from it.
    package func fit(_ node: Node, _ labels: LabelBook) -> Bool {
        guard node.hasDetails, let own = node.details?.labels, !own.isEmpty else { return fitsBare }
        if !tags.isEmpty || !absentTags.isEmpty || isUntagged {
            // One that was deleted is none.
            let has = Set(own.tags.map { labels.resolve(.tag, $0) })
            guard tags.allSatisfy(has.contains), absentTags.isDisjoint(with: has) else { return false }
            if isUntagged, !labels.tags(of: own).isEmpty { return false }
        }
        return tests.allSatisfy { test in
            guard let value = labels.value(of: test.variable, in: own) else { return false }
            return test.wanted.map { SearchLabels.holds(value, $0.comparison, $0.value) } ?? true
        }
    }

    private static func holds(_ value: VariableValue, _ comparison: Comparison, _ wanted: VariableValue) -> Bool {
        switch (comparison, value, wanted) {
        case (.equals, _, _): value == wanted
        case (.differs, _, _): value != wanted
        case (.atLeast, .integer(let left), .integer(let right)): left >= right
        case (.atMost, .integer(let left), .integer(let right)): left <= right
        case (.greater, .integer(let left), .integer(let right)): left > right
        case (.less, .integer(let left), .integer(let right)): left < right
        default: false
        }
    }
}
