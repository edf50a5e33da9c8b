import ShedModel
import ShedProject
import ShedRules

extension CheckLayer {
    /// How many custom rules a file may have.
    private static let mostRules = 200
    /// How many patterns, extensions and counts the rules of a file may have together, and how long they may be together, in bytes: each
    /// is held against all that is in the project.
    private static let (mostPatterns, longestPatterns) = (2_000, 32 << 10)
    private static let keys = ["ignore", "max-warnings", "min-severity", "rule", "select", "severity", "suppress"]

    /// Reads the `[check]` table of a file.
    /// - Parameters:
    ///   - project: the project's path from the file's folder; `nil` for the project's own settings.
    ///   - book: the program's rules.
    ///   - known: the rules that the file can name besides its own.
    init(_ file: TOMLFile, project: RelativePath?, book: RuleBook, known: [RuleInfo]) throws(ShedError) {
        guard let block = try file.table("check", in: file.root) else { return }
        try file.allow(CheckLayer.keys, in: block)
        let tables = try file.tables("rule", in: block)
        guard tables.count <= CheckLayer.mostRules else { throw file.fault("rule", in: block, "has more than \(CheckLayer.mostRules) tables") }
        for block in tables {
            let rule = try CustomRule(file, block, besides: book)
            if rules.contains(where: { $0.info.name == rule.info.name }) {
                throw file.fault("name", in: block, "is “\(rule.info.name)”, which another rule of this file has")
            }
            rules.append(rule)
        }
        let known = known + rules.map(\.info)
        select = try CheckLayer.words("select", file, block, known)
        if select?.isEmpty == true { throw file.fault("select", in: block, "is empty, and so nothing would be asked; name rules, or leave it out for all of them") }
        ignore = try CheckLayer.words("ignore", file, block, known) ?? []
        leastSeverity = try file.choice("min-severity", in: block)
        maxWarnings = try file.number("max-warnings", in: block)
        if let table = try file.table("severity", in: block) {
            for key in table.table.sortedEntries.map(\.key) {
                guard let severity: Severity = try file.choice(key, in: table) else { continue }
                severities.append(Grade(word: try CheckLayer.word(key, key, file, table, known), severity: severity))
            }
        }
        for block in try file.tables("suppress", in: block) {
            suppressions.append(try CheckLayer.suppression(file, block, project: project ?? .root, known))
        }
        try bound(file, block)
    }

    private func bound(_ file: TOMLFile, _ block: TOMLFile.Block) throws(ShedError) {
        let patterns = rules.flatMap(\.patterns)
        guard patterns.count <= CheckLayer.mostPatterns, patterns.reduce(0, { $0 + $1.utf8.count }) <= CheckLayer.longestPatterns else {
            throw file.fault("rule", in: block, "has more than \(CheckLayer.mostPatterns) patterns, or more than \(CheckLayer.longestPatterns >> 10) KiB of them, in all tables together")
        }
        guard rules.reduce(0, { $0 + $1.counts.count }) <= CheckLayer.mostPatterns else {
            throw file.fault("rule", in: block, "has more than \(CheckLayer.mostPatterns) counts in all tables together")
        }
        let efforts = rules.map(\.effort)
        guard efforts.reduce(0, { $0 + $1.names }) <= PathPattern.mostEffort, efforts.reduce(0, { $0 + $1.paths }) <= PathPattern.mostEffort else {
            throw file.fault("rule", in: block, CheckLayer.tooMuch)
        }
        let covering = suppressions.reduce(0) { if case .pattern(let pattern) = $1.place { $0 + pattern.effort } else { $0 } }
        guard covering <= PathPattern.mostEffort else { throw file.fault("suppress", in: block, CheckLayer.tooMuch) }
    }

    private static let tooMuch = "has more than \(PathPattern.mostEffort) bytes of patterns that are not looked up, as \"Draft\", \"*.txt\" and \"Draft*\" are, in all tables together"

    private static func words(_ key: String, _ file: TOMLFile, _ block: TOMLFile.Block, _ known: [RuleInfo]) throws(ShedError) -> [RuleWord]? {
        guard let texts = try file.texts(key, in: block) else { return nil }
        var words: [RuleWord] = []
        for text in texts { words.append(try word(text, key, file, block, known)) }
        return words
    }

    private static func word(
        _ text: String, _ key: String, _ file: TOMLFile, _ block: TOMLFile.Block, _ known: [RuleInfo]
    ) throws(ShedError) -> RuleWord {
        guard let word = RuleWord(text, among: known) else { throw file.fault(key, in: block, UnknownRule.reason(text, known)) }
        return word
    }

    /// A report has the reason with each finding that it is for.
    private static func shortened(_ reason: String) -> String {
        reason.utf8.count <= 1_000 ? reason : String(reason.unicodeScalars.prefix(250)) + "…"
    }

    private static func suppression(
        _ file: TOMLFile, _ block: TOMLFile.Block, project: RelativePath, _ known: [RuleInfo]
    ) throws(ShedError) -> Suppression {
        try file.allow(["glob", "path", "reason", "rule"], in: block)
        let rule = try word(file.requiredText("rule", in: block), "rule", file, block, known)
        let reason = CheckLayer.shortened(try file.requiredText("reason", in: block))
        func made(_ place: Suppression.Place) -> Suppression {
            Suppression(place: place, rule: rule, reason: reason, origin: file.origin(of: block), project: project)
        }
        if let text = try file.text("glob", in: block) {
            if block.table["path"] != nil { throw file.fault("glob", in: block, "and “path” exclude each other; give one of them") }
            guard let pattern = PathPattern(text) else { throw file.fault("glob", in: block, "is no pattern such as \"Draft/*.txt\"") }
            return made(.pattern(pattern))
        }
        guard let path = RelativePath(bytes: Array(try file.requiredText("path", in: block).utf8)) else {
            throw file.fault("path", in: block, "is no path below this file's folder")
        }
        return made(.path(path))
    }
}

/// A word that names no rule.
public enum UnknownRule {
    /// Why it cannot be used, as the end of a sentence.
    static func reason(_ text: String, _ known: [RuleInfo]) -> String {
        let guess = Nearest.of(text, among: known.map(\.name) + known.map(\.code)).map { "; did you mean “\($0)”?" } ?? ""
        return "names no rule: “\(EscapedText.escape(Array(text.utf8)))”\(guess)"
    }

    /// The word that an option gives.
    /// - Throws: ``ShedError`` of kind usage where it names no rule.
    public static func word(_ text: String, of option: String, among known: [RuleInfo]) throws(ShedError) -> RuleWord {
        guard let word = RuleWord(text, among: known) else {
            throw ShedError(.usage, "\(option) \(reason(text, known))", remedy: "Give a rule's name, its code, or the beginning of codes such as NAM.")
        }
        return word
    }
}
