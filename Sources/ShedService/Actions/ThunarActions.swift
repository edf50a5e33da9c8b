import ShedModel

/// Our custom actions in Thunar's `uca.xml`. Whatever else stands in the file stays as it is, byte for byte.
///
/// The file's elements are those of `thunar-uca-model.c`; only such are written as Thunar of every age knows (one that
/// is unknown to it makes it ignore the whole file). An action of ours is known by its `unique-id`, which Thunar keeps
/// when it writes the file anew; name, icon, order and the rest may be a person's. Titles that are ours alone, as an earlier shed or Thunar
/// wrote them in one language, are written anew in all.
struct ThunarActions: Equatable {
    /// What an empty list is.
    static let empty = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<actions>\n</actions>\n".utf8)

    /// Why nothing was changed.
    enum Refusal: Error, Equatable {
        case notXML(XMLFault)
        /// It is XML, but no list of actions.
        case otherRoot
        /// The command of one of our actions is a person's.
        case changed
    }

    /// The absolute path of the script of ``ActionScript``: UTF-8 without control characters.
    let script: String

    static func identifier(_ action: FileAction) -> String { "shed-\(action.rawValue)" }

    /// What Thunar is to run. `%` begins a field code; `%F` are the selected paths, quoted for the shell.
    func command(_ action: FileAction) -> String {
        ShellWord.literal(script).split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%") + Self.arguments(action)
    }

    private static func arguments(_ action: FileAction) -> String { " \(action.rawValue) %F" }

    /// The file with our actions in it. The same bytes if they are there already.
    /// - Parameter force: give our actions our commands also where a person changed those.
    func added(to bytes: [UInt8], force: Bool) throws(Refusal) -> [UInt8] { try added(to: bytes, force: force, renewsTitles: true) }

    private func added(to bytes: [UInt8], force: Bool, renewsTitles: Bool) throws(Refusal) -> [UInt8] {
        let (outline, root) = try Self.outline(bytes)
        let end = outline.elements[root].content.upperBound
        var edits: [(range: Range<Int>, bytes: [UInt8])] = []
        var new = ""
        for action in FileAction.allCases {
            let found = ours(action, outline, bytes)
            if found.isEmpty { new += element(action) }
            for found in found {
                guard let range = found.command, found.isOurs || force else { throw .changed }
                if !found.isCurrent { edits.append((range, Array(XMLText.escape(command(action)).utf8))) }
                guard renewsTitles else { continue }
                for title in Title.allCases { edits += renewal(of: title, action, found.element, outline, bytes) }
            }
        }
        if !new.isEmpty {
            if outline.elements[root].isOneTag {
                let tag = outline.elements[root].whole
                edits.append(((tag.upperBound - 2)..<tag.upperBound, Array(">\n\(new)</actions>".utf8)))
            } else {
                let place = Self.beginOfLine(end, bytes) ?? end
                edits.append((place..<place, Array(new.utf8)))
            }
        }
        return Self.apply(edits, to: bytes)
    }

    /// The file without our actions. The same bytes if there are none.
    /// - Parameter force: remove them also where a person changed their commands.
    func removed(from bytes: [UInt8], force: Bool) throws(Refusal) -> [UInt8] {
        let (outline, _) = try Self.outline(bytes)
        var edits: [(range: Range<Int>, bytes: [UInt8])] = []
        for action in FileAction.allCases {
            for found in ours(action, outline, bytes) {
                guard found.isOurs || force else { throw .changed }
                edits.append((Self.withLine(found.whole, bytes), []))
            }
        }
        return Self.apply(edits, to: bytes)
    }

    /// Whether all our actions are there, with commands that are ours, whatever they are called.
    func isComplete(_ bytes: [UInt8]) throws(Refusal) -> Bool { try added(to: bytes, force: false, renewsTitles: false) == bytes }

    /// Whether any of our actions is there.
    func isPresent(_ bytes: [UInt8]) throws(Refusal) -> Bool {
        let (outline, _) = try Self.outline(bytes)
        return FileAction.allCases.contains { !ours($0, outline, bytes).isEmpty }
    }

    // MARK: Reading

    private struct Found {
        /// Its number in the outline.
        var element: Int
        var whole: Range<Int>
        /// The content of its command; `nil` if it has none.
        var command: Range<Int>?
        var isCurrent: Bool
        /// Whether the command is one that shed wrote, maybe for another place of the script.
        var isOurs: Bool
    }

    private func ours(_ action: FileAction, _ outline: XMLOutline, _ bytes: [UInt8]) -> [Found] {
        outline.children(of: 0, named: "action").compactMap { element in
            func content(_ name: String) -> Range<Int>? {
                outline.children(of: element, named: name).first.map { outline.elements[$0] }.flatMap { $0.isOneTag ? nil : $0.content }
            }
            guard let id = content("unique-id"), XMLBytes.text(bytes[id]) == Self.identifier(action) else { return nil }
            let range = content("command")
            let text = range.flatMap { XMLBytes.text(bytes[$0]) }
            return Found(
                element: element, whole: outline.elements[element].whole, command: range, isCurrent: text == command(action),
                isOurs: text?.hasPrefix("'/") == true && text?.hasSuffix("/shed/actions/\(ActionScript.name)'\(Self.arguments(action))") == true)
        }
    }

    private static func outline(_ bytes: [UInt8]) throws(Refusal) -> (XMLOutline, root: Int) {
        let outline: XMLOutline
        do throws(XMLFault) { outline = try XMLOutline(bytes) } catch { throw .notXML(error) }
        guard outline.elements[0].name == "actions" else { throw .otherRoot }
        return (outline, 0)
    }

    // MARK: Titles

    /// What is said in several languages.
    private enum Title: String, CaseIterable {
        case name
        case description
    }

    private static func text(_ title: Title, _ action: FileAction, _ language: Language) -> String {
        switch title {
        case .name: action.title(language)
        case .description: action.comment(language)
        }
    }

    /// A line for each language, English without saying so; no white space before the first, and none behind the last.
    private static func lines(_ title: Title, _ action: FileAction) -> String {
        let others = FileAction.languages.map { "\t<\(title.rawValue) xml:lang=\"\($0.rawValue)\">\(XMLText.escape(text(title, action, $0)))</\(title.rawValue)>" }
        return (["<\(title.rawValue)>\(XMLText.escape(text(title, action, .english)))</\(title.rawValue)>"] + others).joined(separator: "\n")
    }

    /// What puts all languages in the place of a title that says nothing but what we say in one. Whatever else a person, or another program, has
    /// written there stays.
    private func renewal(
        of title: Title, _ action: FileAction, _ element: Int, _ outline: XMLOutline, _ bytes: [UInt8]
    ) -> [(range: Range<Int>, bytes: [UInt8])] {
        let found = outline.children(of: element, named: title.rawValue).map { outline.elements[$0] }
        guard found.count == 1, let only = found.first, !only.isOneTag, let text = XMLBytes.text(bytes[only.content]),
            ([.english] + FileAction.languages).contains(where: { Self.text(title, action, $0) == text })
        else { return [] }
        return [(only.whole, Array(Self.lines(title, action).utf8))]
    }

    // MARK: Writing

    /// No white space before it and a newline behind: so it can be taken out again without a trace. Thunar takes the name for its language, and
    /// keeps that alone when it writes the file anew.
    private func element(_ action: FileAction) -> String {
        let files = ["audio-files", "image-files", "other-files", "text-files", "video-files"]
        let types = (action.takesFolders ? ["directories"] : []) + (action.takesFiles ? files : [])
        return """
            <action>
            \t<icon>\(action.icon)</icon>
            \t\(Self.lines(.name, action))
            \t<unique-id>\(Self.identifier(action))</unique-id>
            \t<command>\(XMLText.escape(command(action)))</command>
            \t\(Self.lines(.description, action))
            \t<patterns>*</patterns>
            \(types.map { "\t<\($0)/>\n" }.joined())</action>

            """
    }

    private static func apply(_ edits: [(range: Range<Int>, bytes: [UInt8])], to bytes: [UInt8]) -> [UInt8] {
        var result = bytes
        for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) { result.replaceSubrange(edit.range, with: edit.bytes) }
        return result
    }

    /// Where the line begins, if only blanks stand between that and the place.
    private static func beginOfLine(_ place: Int, _ bytes: [UInt8]) -> Int? {
        let start = bytes[..<place].lastIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }.map { $0 + 1 } ?? 0
        return start == 0 || bytes[start - 1] == UInt8(ascii: "\n") ? start : nil
    }

    /// With the newline behind it, and then with the blanks before it on its line.
    private static func withLine(_ range: Range<Int>, _ bytes: [UInt8]) -> Range<Int> {
        guard range.upperBound < bytes.count, bytes[range.upperBound] == UInt8(ascii: "\n") else { return range }
        return (beginOfLine(range.lowerBound, bytes) ?? range.lowerBound)..<(range.upperBound + 1)
    }
}
