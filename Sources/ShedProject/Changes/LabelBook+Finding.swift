import ShedMessages
import ShedModel

extension LabelBook {
    /// The group of a name or an ID.
    /// - Throws: ``ShedError`` of kind usage where there is none, with the nearest name.
    public func group(_ word: String) throws(ShedError) -> TagGroup {
        if let group = group(named: word) ?? NodeID(word).flatMap({ groups[resolve(.group, $0)] }) { return group }
        throw LabelBook.unknown(.group, word, among: sortedGroups.map(\.name), list: "shed taggroup list")
    }

    /// The tag of a word: `group/name`, `/name` for one in no group, a name that only one tag has, or an ID.
    /// - Throws: ``ShedError`` of kind usage where there is none, with the nearest name, or where there are several.
    public func tag(_ word: String) throws(ShedError) -> Tag {
        if let tag = try knownTag(word) { return tag }
        throw LabelBook.unknown(.tag, word, among: sortedTags.flatMap { $0.group == nil ? [$0.title] : [$0.title, $0.name] }, list: "shed tag list")
    }

    /// The same; `nil` where there is none.
    /// - Throws: ``ShedError`` of kind usage where there are several.
    func knownTag(_ word: String) throws(ShedError) -> Tag? {
        let parts = LabelBook.parts(word)
        if let name = parts.group {
            if name.isEmpty { return tag(named: parts.name, in: nil) }
            return group(named: name).flatMap { tag(named: parts.name, in: $0.id) }
        }
        if let tag = tag(named: word, in: nil) { return tag }
        let found = tags(named: word)
        guard found.count > 1 else { return found.first ?? NodeID(word).flatMap { tags[resolve(.tag, $0)] } }
        throw ShedError(
            .usage, .severalTags(name: ShedError.shown(word)), remedy: .sayWhich(names: .list(found.map { Message.quoted(text: ShedError.shown($0.title)) })))
    }

    /// The variable of a name or an ID.
    /// - Throws: ``ShedError`` of kind usage where there is none, with the nearest name.
    public func variable(_ word: String) throws(ShedError) -> Variable {
        if let variable = variable(named: word) ?? NodeID(word).flatMap({ variables[resolve(.variable, $0)] }) { return variable }
        throw LabelBook.unknown(.variable, word, among: sortedVariables.map(\.name), list: "shed var list")
    }

    /// Group and name of `group/name`. No slash: no group is named; a slash in front: the tag is in none.
    static func parts(_ word: String) -> (group: String?, name: String) {
        guard let slash = word.firstIndex(of: "/") else { return (nil, word) }
        return (String(word[..<slash]), String(word[word.index(after: slash)...]))
    }

    static func unknown(_ kind: LabelKind, _ word: String, among names: [String], list: String) -> ShedError {
        let nearest = Message.didYouMean(oneOf: Nearest.of(word, among: names).map { [ShedError.shown($0)] } ?? [])
        return ShedError(.usage, .noSuchLabel(sort: kind.sort, name: ShedError.shown(word)), remedy: nearest ?? .showsWhatThereIs(command: list))
    }
}
