import ShedModel
import ShedProject
import ShedRules

extension CustomRule {
    private static let keys = [
        "allow", "below", "count", "extensions", "forbid", "message", "name", "names", "path", "role", "severity", "style", "type",
    ]

    /// Reads one `[[check.rule]]` table.
    /// - Parameter book: the program's rules, whose names are taken.
    init(_ file: TOMLFile, _ block: TOMLFile.Block, besides book: RuleBook) throws(ShedError) {
        try file.allow(CustomRule.keys, in: block)
        let name = try file.requiredText("name", in: block)
        guard CustomRule.isName(name) else {
            throw file.fault("name", in: block, "must be words of a to z and 0 to 9 with hyphens between, at most 64 bytes")
        }
        guard book.info(named: name) == nil else { throw file.fault("name", in: block, "is the name of a rule of shed's; choose another") }
        // Words for rules count in any case.
        guard name.utf8.count < 3 || RuleWord(name, among: book.infos) == nil, name != CustomRule.code.lowercased() else {
            throw file.fault("name", in: block, "is a word for rules of shed's; choose another")
        }
        self.init(
            name: name, severity: try file.choice("severity", in: block) ?? .warning, message: try CustomRule.message(file, block),
            folders: try FolderChoice(file, block), names: try NameConditions(file, block), counts: try CountCondition.read(file, block))
        origin = file.origin(of: block)
        if names.isEmpty, counts.isEmpty {
            throw file.fault("name", in: block, "is of a rule that asks for nothing; add allow, count, extensions, forbid, names or style")
        }
    }

    private static func isName(_ text: String) -> Bool {
        text.utf8.count <= 64 && text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).allSatisfy { word in
            !word.isEmpty && word.allSatisfy { $0 &- UInt8(ascii: "a") < 26 || $0 &- UInt8(ascii: "0") < 10 }
        }
    }

    private static func message(_ file: TOMLFile, _ block: TOMLFile.Block) throws(ShedError) -> String? {
        guard block.table["message"] != nil else { return nil }
        let text = try file.requiredText("message", in: block)
        guard text.utf8.count <= 1_000, !text.unicodeScalars.contains(where: EscapedText.isUnsafe) else {
            throw file.fault("message", in: block, "must be one line of at most 1000 bytes")
        }
        return text
    }
}

extension FolderChoice {
    fileprivate init(_ file: TOMLFile, _ block: TOMLFile.Block) throws(ShedError) {
        self.init(includesBelow: try file.flag("below", in: block) ?? false)
        roles = try file.texts("role", in: block)?.map(Role.init(rawValue:))
        guard let texts = try file.texts("path", in: block) else { return }
        var paths: [PathPattern] = []
        for text in texts {
            guard let pattern = PathPattern(text) else { throw file.fault("path", in: block, "must be patterns for folders such as \"Collections/*\"") }
            paths.append(pattern)
        }
        self.paths = paths
    }
}

extension NameConditions {
    fileprivate init(_ file: TOMLFile, _ block: TOMLFile.Block) throws(ShedError) {
        self.init()
        type = try file.choice("type", in: block) ?? .both
        extensions = try file.texts("extensions", in: block)
        if let wrong = extensions?.first(where: { $0.hasPrefix(".") || $0.contains("/") || $0.utf8.count > Name.longest }) {
            throw file.fault("extensions", in: block, "must be extensions without the full stop before them, not “\(EscapedText.escape(Array(wrong.utf8)))”")
        }
        names = try NamePattern.read("names", file, block) ?? []
        forbidden = try NamePattern.read("forbid", file, block) ?? []
        for text in try file.texts("style", in: block) ?? [] { styles.append(try file.choice(text, "style", in: block)) }
        guard let texts = try file.texts("allow", in: block) else { return }
        var allowed: [(pattern: NamePattern, isFolder: Bool)] = []
        for text in texts {
            let isFolder = text.hasSuffix("/")
            guard let pattern = NamePattern(isFolder ? String(text.dropLast()) : text) else { throw NamePattern.fault("allow", file, block) }
            allowed.append((pattern, isFolder))
        }
        self.allowed = allowed
    }
}

extension NamePattern {
    fileprivate static func fault(_ key: String, _ file: TOMLFile, _ block: TOMLFile.Block) -> ShedError {
        file.fault(key, in: block, "must be patterns for names such as \"*.txt\", without a slash")
    }

    fileprivate static func read(_ key: String, _ file: TOMLFile, _ block: TOMLFile.Block) throws(ShedError) -> [NamePattern]? {
        guard let texts = try file.texts(key, in: block) else { return nil }
        var patterns: [NamePattern] = []
        for text in texts {
            guard let pattern = NamePattern(text) else { throw fault(key, file, block) }
            patterns.append(pattern)
        }
        return patterns
    }
}

extension CountCondition {
    fileprivate static func read(_ file: TOMLFile, _ block: TOMLFile.Block) throws(ShedError) -> [CountCondition] {
        var conditions: [CountCondition] = []
        for block in try file.tables("count", in: block) {
            try file.allow(["exactly", "max", "min", "name", "type"], in: block)
            let exactly = try file.number("exactly", in: block)
            let (least, most) = (try file.number("min", in: block), try file.number("max", in: block))
            guard exactly != nil || least != nil || most != nil else { throw file.fault("min", in: block, "is missing; give exactly, min or max") }
            if exactly != nil, least != nil || most != nil { throw file.fault("exactly", in: block, "excludes min and max") }
            if let least, let most, least > most { throw file.fault("min", in: block, "is more than max") }
            var name: NamePattern?
            if let text = try file.text("name", in: block) {
                guard let pattern = NamePattern(text) else { throw NamePattern.fault("name", file, block) }
                name = pattern
            }
            conditions.append(CountCondition(
                name: name, type: try file.choice("type", in: block) ?? .both, least: exactly ?? least ?? 0, most: exactly ?? most))
        }
        return conditions
    }
}
