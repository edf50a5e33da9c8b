extension CompileProfile {
    /// The profiles that come with shed, by name. A file of the same name in `.shed/profiles` stands in place of one.
    package static let shipped: [String: CompileProfile] = Dictionary(uniqueKeysWithValues: [manuscript, plain, web, book].map { ($0.name, $0) })

    /// The name of the one that is taken where none is named.
    package static let standard = "manuscript"

    /// The standard manuscript format: what editors and agents ask for.
    package static let manuscript: CompileProfile = {
        var profile = CompileProfile(name: standard)
        profile.breaks.end = "END"
        return profile
    }()

    /// The texts one after the other, and nothing besides.
    private static let plain: CompileProfile = {
        var profile = CompileProfile(name: "plain")
        (profile.titlePage.isWanted, profile.breaks.startsChaptersOnPages, profile.titlePage.saysWords) = (false, false, false)
        (profile.headings.pattern, profile.breaks.separator, profile.pages.layout) = ("{name}", "* * *", .web)
        return profile
    }()

    /// One page for a browser.
    private static let web: CompileProfile = {
        var profile = plain
        (profile.name, profile.formats) = ("web", [.html])
        profile.titlePage.isWanted = true
        return profile
    }()

    /// As a printed book is set.
    private static let book: CompileProfile = {
        var profile = CompileProfile(name: "book")
        (profile.pages.layout, profile.breaks.separator, profile.titlePage.saysWords) = (.book, "* * *", false)
        profile.formats = [.html]
        return profile
    }()
}

extension CompileProfile {
    /// What stands above a chapter; `nil`: nothing.
    /// - Parameters:
    ///   - number: from 1.
    ///   - folder: the name of its folder, as it can be shown.
    ///   - isNumbered: whether the chapters are numbered by their names.
    package func heading(_ number: Int, of folder: String, isNumbered: Bool = false) -> String? {
        let name = CompileProfile.title(of: folder, stripping: headings.stripsNumbers, isNumbered: isNumbered)
        var pattern = headings.pattern
        // Where the name only says the number again, it is left out with what joins the two.
        if pattern.contains("{number}"), CompileProfile.saysOnlyNumber(name, number) {
            pattern = pattern.replacing("\u{A0}: {name}", with: "").replacing(": {name}", with: "").replacing(" {name}", with: "")
        }
        let heading = pattern.replacing("{number}", with: "\(number)").replacing("{name}", with: name)
        return heading.isEmpty ? nil : heading
    }

    /// A folder's or file's name without the number in front of it: `03 The Sea` is `The Sea`. A name that is only a number stays.
    /// - Parameter isNumbered: whether what stands beside it is numbered too. Else only a number with a zero before it is none of the
    ///   title: `3 Bodies` and `12 Angry Men` are titles.
    package static func title(of name: String, stripping: Bool, isNumbered: Bool = false) -> String {
        guard stripping, let rest = withoutNumber(name), isNumbered || name.hasPrefix("0") else { return name }
        return String(rest)
    }

    /// Whether chapters of these names are numbered by them: several, and more than half, begin with a number.
    package static func areNumbered(_ names: some Collection<String>) -> Bool {
        let numbered = names.count { withoutNumber($0) != nil }
        return numbered > 1 && numbered * 2 > names.count
    }

    /// What stands behind the number that a name begins with; `nil` where none does. A date (`2024-01-02 Diary`) is no number.
    private static func withoutNumber(_ name: String) -> Substring? {
        let digits = name.prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty, digits.count <= 6 else { return nil }
        let signs = name.dropFirst(digits.count).prefix { " .-_–)".contains($0) }
        let rest = name[signs.endIndex...]
        guard let first = rest.first, !signs.isEmpty, signs.contains(" ") || !(first.isASCII && first.isNumber) else { return nil }
        return rest
    }

    /// Whether a name is `Chapter 3`, `Kapitel 3` or `3`. One of four digits that is not the chapter's own is a title: `1984`.
    private static func saysOnlyNumber(_ name: String, _ number: Int) -> Bool {
        let words = name.split(separator: " ")
        // `1. Akt`, without its number.
        if words.count == 1, CompileProfile.wordsForChapters.contains(name.lowercased()) { return true }
        guard let last = words.last, last.allSatisfy({ $0.isASCII && $0.isNumber }), words.count <= 2, last.count < 4 || Int(last) == number else { return false }
        return words.count == 1 || CompileProfile.wordsForChapters.contains(words[0].lowercased())
    }

    private static let wordsForChapters: Set<String> = ["chapter", "chapitre", "kapitel", "capítulo", "第", "act", "akt", "acte", "acto"]

    /// Whether a name is one of those that are left out.
    package func leavesOut(_ name: String) -> Bool { selection.leftOut.contains { CompileProfile.matches(Array(name.utf8), Array($0.utf8)) } }

    /// Whether a name fits a pattern in which `*` stands for anything. Takes the product of the two lengths at most.
    private static func matches(_ name: [UInt8], _ pattern: [UInt8]) -> Bool {
        var (place, sign, star, mark) = (0, 0, -1, 0)
        while place < name.count {
            if sign < pattern.count, pattern[sign] == UInt8(ascii: "*") {
                (star, mark) = (sign, place)
                sign += 1
            } else if sign < pattern.count, pattern[sign] == name[place] {
                (place, sign) = (place + 1, sign + 1)
            } else if star >= 0 {
                mark += 1
                (place, sign) = (mark, star + 1)
            } else {
                return false
            }
        }
        return pattern[sign...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
