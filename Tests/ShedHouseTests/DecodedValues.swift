/// Looks for what ends a process when a value that others wrote is out of bounds: arithmetic on it, a range or a place that it
/// gives, a conversion to a narrower type, before anything has compared it with bounds.
///
/// It follows names within one function. What is compared with something is taken to be bounded there: this finds what nobody
/// thought of, not a wrong bound.
struct DecodedValues {
    struct Finding: Equatable {
        /// The number of the line, from 0.
        var line: Int
        var reason: String
    }

    /// A name for what was decoded, and what it was compared with.
    private struct Value {
        var isDouble: Bool
        var hasLeast = false
        var hasMost = false
    }

    /// Numbers of JSON and TOML, and how those of the index are read.
    private static let members: Set = ["integer", "double"]
    private static let readers: Set = ["signed", "varint", "fixed"]
    private static let arithmetic: Set = ["*", "+", "-", "<<", "%", "+=", "-=", "*="]
    private static let takers: Set = ["prefix", "suffix", "dropFirst", "dropLast", "abs", "removeFirst", "removeLast"]
    /// What says that a value was brought into bounds.
    private static let bounding: Set = ["bounded", "clamped", "clamping", "contains", "min", "max"]
    private static let times = ["time", "since", "created", "modified", "written", "birth", "forgotten", "unexplained"]

    private var values: [String: Value] = [:]
    private(set) var findings: [Finding] = []
    private var line = 0

    /// Whether a file reads what others wrote: it has values of JSON or TOML, or reads the index's bytes.
    static func read(_ file: SourceFile) -> Bool {
        let marks: Set = ["JSONValue", "JSONObject", "JSONParser", "CompactJSON", "TOMLValue", "TOMLTable", "ByteReader", "MemberReader"]
        return file.lines.contains { line in marks.contains(where: line.has) }
    }

    /// What a file that reads what others wrote does with it.
    static func findings(in file: SourceFile) -> [Finding] {
        var look = DecodedValues()
        for (position, line) in file.lines.enumerated() {
            look.line = position
            look.take(CodeTokens.of(line))
        }
        return look.findings
    }

    /// Where a number with a fraction becomes a whole one, in any file, without bounds.
    static func fractions(in file: SourceFile) -> [Finding] {
        file.lines.enumerated().compactMap { position, line in
            guard line.has("Int") else { return nil }
            let tokens = CodeTokens.of(line)
            let isFound = tokens.indices.contains { start in
                guard isWhole(tokens[start]), start + 2 < tokens.count, tokens[start + 1] == "(", tokens[start + 2] != ")",
                    start + 3 < tokens.count, tokens[start + 3] != ":"
                else { return false }
                let inside = tokens[(start + 2)..<end(of: start + 1, tokens)]
                return inside.contains { ["rounded", "squareRoot", "Double", "double"].contains($0) || $0.first?.isNumber == true && $0.contains(".") }
            }
            return isFound ? Finding(line: position, reason: "a number with a fraction becomes a whole one; write Int(bounded:)") : nil
        }
    }

    private static func isWhole(_ token: String) -> Bool {
        ["Int", "Int64", "Int32", "Int16", "Int8", "UInt", "UInt64", "UInt32", "UInt16", "UInt8"].contains(token)
    }

    /// The place of the bracket that closes the one at a place, or the end of the line.
    private static func end(of start: Int, _ tokens: [String]) -> Int {
        var depth = 0
        for place in start..<tokens.count {
            if "([{".contains(tokens[place]) { depth += 1 }
            if ")]}".contains(tokens[place]) { depth -= 1 }
            if depth == 0 { return place }
        }
        return tokens.count
    }

    private mutating func find(_ reason: String) { findings.append(Finding(line: line, reason: reason)) }

    private mutating func take(_ tokens: [String]) {
        if ["func", "init", "subscript"].contains(where: tokens.contains) { values = [:] }
        bind(tokens)
        compare(tokens)
        for place in tokens.indices {
            if values[tokens[place]] != nil, place == 0 || tokens[place - 1] != "." { use(place, tokens) }
            if tokens[place] == "integer" || tokens[place] == "double", place > 0, tokens[place - 1] == "." { useAtOnce(place, tokens) }
        }
    }

    // MARK: Names

    private mutating func bind(_ tokens: [String]) {
        for place in tokens.indices where tokens[place] == "let" || tokens[place] == "var" {
            guard place + 2 < tokens.count else { continue }
            let name = tokens[place + 1]
            // case .integer(let name)
            if place > 1, tokens[place - 1] == "(", DecodedValues.members.contains(tokens[place - 2]), tokens.contains("case") {
                values[name] = Value(isDouble: tokens[place - 2] != "integer")
                continue
            }
            guard let equals = tokens[place...].firstIndex(of: "="), equals <= place + 4 else { continue }
            let expression = DecodedValues.expression(from: equals + 1, tokens)
            values[name] = nil
            guard DecodedValues.isDecoded(expression), !expression.contains(where: DecodedValues.bounding.contains),
                !expression.contains("=="), !expression.contains("==="), !expression.contains("{") || !expression.contains("case")
            else { continue }
            values[name] = Value(isDouble: !expression.contains("integer") && expression.contains("double"))
        }
    }

    private static func isDecoded(_ expression: ArraySlice<String>) -> Bool {
        expression.indices.contains { place in
            let next = place + 1 < expression.endIndex ? expression[place + 1] : ""
            if readers.contains(expression[place]) { return next == "(" }
            return members.contains(expression[place]) && place > expression.startIndex && expression[place - 1] == "." && next != "("
        }
    }

    /// What stands behind an equals sign, to the next comma or brace outside of brackets.
    private static func expression(from start: Int, _ tokens: [String]) -> ArraySlice<String> {
        var place = start
        while place < tokens.count, tokens[place] != ",", tokens[place] != "else", tokens[place] != "{" || place == start {
            place = "([{".contains(tokens[place]) ? end(of: place, tokens) + 1 : place + 1
        }
        return tokens[start..<min(place, tokens.count)]
    }

    private mutating func compare(_ tokens: [String]) {
        for place in tokens.indices {
            guard var value = values[tokens[place]] else { continue }
            let after = place + 1 < tokens.count ? tokens[place + 1] : ""
            let before = place > 0 ? tokens[place - 1] : ""
            if after == "<" || after == "<=" || before == ">" || before == ">=" || after == "==" || before == "==" { value.hasMost = true }
            if after == ">" || after == ">=" || before == "<" || before == "<=" || after == "==" || before == "==" { value.hasLeast = true }
            if before == "(", place > 1, ["contains", "min", "max"].contains(tokens[place - 2]) { (value.hasLeast, value.hasMost) = (true, true) }
            values[tokens[place]] = value
        }
    }

    private mutating func use(_ place: Int, _ tokens: [String]) {
        guard let value = values[tokens[place]] else { return }
        let name = tokens[place]
        let before = place > 0 ? tokens[place - 1] : ""
        let after = place + 1 < tokens.count ? tokens[place + 1] : ""
        let isBounded = value.hasLeast && value.hasMost
        let call = before == "(" && after == ")" && place > 1 ? tokens[place - 2] : ""
        if DecodedValues.isWhole(call), value.isDouble ? !isBounded : !isWide(call, value, isBounded) { return find("\(call)(\(name)) of a value that was not compared") }
        guard !value.isDouble, !isBounded else { return }
        if DecodedValues.arithmetic.contains(after) || DecodedValues.arithmetic.contains(before) { return find("arithmetic on “\(name)”") }
        if [before, after].contains(where: { $0 == "..." || $0 == "..<" }) { return find("a range with “\(name)”") }
        if before == "[", after == "]", place > 1, tokens[place - 2] != "=", tokens[place - 2] != "(" { return find("a place by “\(name)”") }
        if DecodedValues.takers.contains(call) { return find("\(call)(\(name))") }
        if before == ":", place > 1, tokens[place - 2] == "count", tokens.contains("repeating") { return find("so many as “\(name)”") }
        if after == ".", place + 2 < tokens.count, ["magnitude", "negate", "advanced"].contains(tokens[place + 2]) { return find("“\(name)”.\(tokens[place + 2])") }
    }

    private func isWide(_ type: String, _ value: Value, _ isBounded: Bool) -> Bool {
        switch type {
        // As wide as what is decoded.
        case "Int", "Int64": true
        case "UInt", "UInt64": value.hasLeast
        default: isBounded
        }
    }

    // MARK: Without a name

    /// What is done at once with `.integer`, at a place.
    private mutating func useAtOnce(_ place: Int, _ tokens: [String]) {
        let rest = Array(tokens[(place + 1)...])
        if rest.first == "!" { return find("“.\(tokens[place])!”") }
        // (json["a"]?.integer ?? 0) * 2
        let isDefault = rest.count > 4 && rest[0] == "?" && rest[1] == "?" && rest[3] == ")"
        let next = isDefault ? rest[4] : rest.first ?? ""
        if tokens[place] == "integer", DecodedValues.arithmetic.contains(next) { return find("arithmetic on “.integer”") }
        if let call = rest.dropFirst().first, ["map", "flatMap"].contains(call), rest.first == "." { closure(Array(rest.dropFirst(2))) }
        findTime(place, tokens, rest)
    }

    /// What a closure that takes a decoded number does with it.
    private mutating func closure(_ tokens: [String]) {
        guard let open = tokens.first, open == "(" || open == "{" else { return }
        let inside = Array(tokens[1..<max(1, DecodedValues.end(of: 0, tokens))])
        if inside.contains(where: DecodedValues.bounding.contains) || inside.contains("exactly") || inside.contains("truncatingIfNeeded") { return }
        for place in inside.indices {
            if inside[place] == "$0", let next = inside.dropFirst(place + 1).first, DecodedValues.arithmetic.contains(next) { find("arithmetic on “$0”") }
            if inside[place] == "$0", place > 0, DecodedValues.arithmetic.contains(inside[place - 1]) { find("arithmetic on “$0”") }
            let narrow = DecodedValues.isWhole(inside[place]) && inside[place] != "Int" && inside[place] != "Int64"
            let isInit = inside.dropFirst(place + 1).prefix(2).elementsEqual([".", "init"])
            if narrow, isInit || inside.dropFirst(place + 1).prefix(2).elementsEqual(["(", "$0"]) { find("\(inside[place]) of any number") }
        }
    }

    /// Times are brought into bounds where they are read: whoever adds to them later relies on that.
    private mutating func findTime(_ place: Int, _ tokens: [String], _ rest: [String]) {
        guard place > 3, tokens[place] == "integer", tokens[place - 1] == ".", tokens[place - 2] == "?", tokens[place - 3] == "]" else { return }
        let name = tokens[place - 4].filter { $0 != "\"" }
        guard DecodedValues.times.contains(where: name.hasSuffix), !rest.prefix(7).contains("bounded"), !rest.prefix(7).contains("clamped") else { return }
        find("the time “\(name)” is not brought into bounds")
    }
}
