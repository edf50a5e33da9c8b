import ShedModel
import ShedTOML

@testable import ShedService

extension FuzzTarget {
    static let ofText: [FuzzTarget] = [json, toml, xml, ignore, links, names, text, wordDiff]

    private static let json = FuzzTarget("json", words: ["{\"a\":", "[1,", "\"\\u00e9\"", "1e", "-"], texts: [
        "{\"a\":[1,-2.5e3,true,false,null,\"\\u00e9\\ud83d\\ude00\\n\"],\"b\":{\"c\":{}}}", "[9223372036854775807,-9223372036854775808,9223372036854775808,1.7976931348623157e308,5e-324,-0.0]",
        String(repeating: "[", count: 65) + String(repeating: "]", count: 65), "{\"a\":1,\"e\u{301}\":2,\"\u{e9}\":3,\"c\":4,\"d\":5,\"e\":6,\"f\":7,\"g\":8,\"h\":9,\"i\":10}",
    ]) { input throws(BrokenInvariant) in
        guard let value = try? JSONParser.parse(input) else { return }
        for (name, bytes) in [("compact", value.compact), ("pretty", value.pretty)] {
            guard let back = try? JSONParser.parse(bytes) else { throw BrokenInvariant(description: "\(name) JSON cannot be read") }
            try require(back == value && back.compact == value.compact, "\(name) JSON is another value")
        }
        let kept = CompactJSON(value)
        try require(kept.value == value, "a kept value is another one")
        for member in (value.object?.members ?? []) + [JSONObject.Member("no such member", .null)] {
            let plain = value.object?.members.first { $0.name.utf8.elementsEqual(member.name.utf8) }?.value
            try require(kept[member.name] == plain, "a member of a kept value is another one")
        }
        _ = CompactJSON(compact: input)["a"]
    }

    private static let toml = FuzzTarget("toml", words: ["[a]\n", "[[a]]\n", "a.b.c = ", "= 1\n", "\"\"\"", "'''", "{a = ", "1979-05-27T07:32:00Z", "0x", "inf", "nan", "1_0", "\r\n", "# x\n"], texts: [
        "a = 1\nb.c = [1, 2.5, \"x\"]\n[t]\nd = 1979-05-27T07:32:00Z\n[[l]]\ne = {f = true}\n[[l]]\n", "x = -9223372036854775808\ny = nan\nz = \"\"\"\na\\\n  b\"\"\"\n", "\u{feff}\"e\u{301}\" = 1\n\"\u{e9}\" = 2\n",
    ]) { input throws(BrokenInvariant) in
        try checkTokens(input)
        let limits = TOMLLimits(length: 1_000, depth: 8, count: 60)
        guard let table = try? TOMLTable(parsing: input, limits: limits) else { return }
        try require(input.count <= limits.length, "a text is read that is too long")
        var count = 0
        try measure(.table(table), 0, &count, limits)
        try require(count <= 2 * limits.count, "a text is read that holds too much")
        for entry in table.entries { try require(table.entry(entry.key)?.position == entry.position, "a key is not found") }
        try require((try? TOMLTable(parsing: input)) == table, "with other limits it is another table")
    }

    private static func checkTokens(_ input: [UInt8]) throws(BrokenInvariant) {
        var end = input.starts(with: TOMLTokens.byteOrderMark) ? TOMLTokens.byteOrderMark.count : 0
        for token in TOMLTokens(input) {
            try require(token.range.lowerBound == end && !token.range.isEmpty, "tokens leave something out")
            end = token.range.upperBound
        }
        try require(end == input.count, "tokens end before the text")
    }

    private static func measure(_ value: TOMLValue, _ depth: Int, _ count: inout Int, _ limits: TOMLLimits) throws(BrokenInvariant) {
        count += 1
        try require(depth <= limits.depth, "a text is read that is too deep")
        for inner in value.array ?? [] { try measure(inner, depth + 1, &count, limits) }
        for entry in value.table?.entries ?? [] { try measure(entry.value, depth + 1, &count, limits) }
    }

    private static let xml = FuzzTarget("xml", words: ["<actions>", "<action>", "<unique-id>shed-", "<command>", "</command>", "<?xml version=\"1.0\"?>", "<!DOCTYPE a [", "<![CDATA[", "<!-- ", "&lt;", "&#x41;", " a=\"", "/>", "<?a"], texts: [
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE a>\n<actions><action a=\"b\"><unique-id>1</unique-id><command>x &amp; y</command></action><!-- c --><a/></actions>\n",
        "<actions/>", "<a>\u{1f600}&#x10ffff;<![CDATA[<]]]]></a>",
    ]) { input throws(BrokenInvariant) in
        _ = XMLBytes.text(input[...])
        if let text = String(validating: input, as: UTF8.self), XMLText.canHold(input), !text.contains("\r") {
            try require(XMLBytes.text(Array(XMLText.escape(text).utf8)[...]) == text, "a text that was escaped is another one")
        }
        guard let outline = try? XMLOutline(input) else { return }
        for element in outline.elements {
            try require(element.whole.upperBound <= input.count && element.whole.lowerBound <= element.content.lowerBound && element.content.upperBound <= element.whole.upperBound, "an element stands outside of itself")
            if let parent = element.parent { try require(outline.elements[parent].content.contains(element.whole.lowerBound), "an element stands outside of what it is in") }
        }
        let actions = ThunarActions(script: "/a b%'/shed/actions/\(ActionScript.name)")
        guard let added = try? actions.added(to: input, force: true) else { return }
        try require((try? actions.added(to: added, force: false)) == added, "actions are added twice")
        try require((try? XMLOutline(added)) != nil, "a file with actions is no XML")
    }
}
