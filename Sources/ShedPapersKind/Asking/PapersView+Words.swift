import ShedModel
import ShedPapers
import ShedProject

/// What people mean by their words.
extension PapersView {
    /// The bundle that a person means: by its name, case and normalisation aside if no name is just so, its path, or its ID.
    public func bundle(_ word: [UInt8]) throws(ShedError) -> Bundle {
        if let id = PapersView.choose(word, among: bundles.map { ($0.id, $0.path) }), let found = bundle(id) { return found }
        throw PapersView.unknown("bundle", word, among: bundles.map(\.name), list: "shed bundle list", make: "shed bundle add FILE.pdf")
    }

    /// The doc that a person means, likewise.
    public func doc(_ word: [UInt8]) throws(ShedError) -> Doc {
        if let id = PapersView.choose(word, among: docs.map { ($0.id, $0.path) }), let found = docs.first(where: { $0.id == id }) { return found }
        throw PapersView.unknown("doc", word, among: docs.map(\.name), list: "shed doc list", make: "shed doc new NAME")
    }

    /// The page group that a person means: by its path from the root or from the folder of docs, as `DOC/GROUP`, or its ID.
    /// - Returns: `nil` where there is none, or where the word names a doc, which goes first in all verbs.
    public func group(_ word: [UInt8]) -> Group? {
        guard PapersView.choose(word, among: docs.map { ($0.id, $0.path) }) == nil else { return nil }
        let groups = groups
        guard let id = PapersView.choose(word, among: groups.map { ($0.id, $0.path) }) else { return nil }
        return groups.first { $0.id == id }
    }

    /// The groups that a word means: those of a doc, or one.
    public func place(_ word: [UInt8]) throws(ShedError) -> [Group] {
        if let group = group(word) { return [group] }
        return try doc(word).groups
    }

    /// What a word means: a doc, else a group, else a bundle. Paths with their first folder tell them apart.
    public func subject(_ word: [UInt8]) throws(ShedError) -> PapersSubject {
        if let doc = try? doc(word) { return .doc(doc) }
        if let group = group(word) { return .group(group) }
        if let bundle = try? bundle(word) { return .bundle(bundle) }
        throw PapersView.unknown(
            "doc, group or bundle", word, among: docs.map(\.name) + bundles.map(\.name), list: "shed tree", make: "shed bundle add FILE.pdf")
    }

    /// The one of several things that a word means, as ``bundle(_:)`` reads words, or the one with this number before its
    /// name; `nil` where there is none.
    public static func chosen(_ word: [UInt8], among all: [(id: NodeID, path: RelativePath)]) -> NodeID? {
        if let id = choose(word, among: all) ?? choose(word + Array(".pdf".utf8), among: all) { return id }
        guard let number = Int(String(decoding: word, as: UTF8.self)) else { return nil }
        return all.first { item in item.path.last.map { OrderedName($0).number == number } == true }?.id
    }

    /// The one of several things that a word means: its path from the root, its path without the first folder, its name where
    /// only one bears it, or its ID. Numbers before names, case and normalisation do not count where nothing is just so.
    static func choose(_ word: [UInt8], among all: [(id: NodeID, path: RelativePath)]) -> NodeID? {
        var word = word
        while word.count > 1, word.last == UInt8(ascii: "/") { word.removeLast() }
        let names = word.split(separator: UInt8(ascii: "/")).map { Name(bytes: Array($0)) }.filter { $0 != "." }
        func matching(_ isAlike: (Name, Name) -> Bool) -> NodeID? {
            for dropped in [0, 1] {
                let found = all.filter { item in
                    let path = item.path.names.dropFirst(dropped)
                    return path.count == names.count && zip(path, names).allSatisfy(isAlike)
                }
                if found.count == 1 { return found[0].id }
            }
            let found = names.count == 1 ? all.filter { $0.path.last.map { isAlike($0, names[0]) } == true } : []
            return found.count == 1 ? found[0].id : nil
        }
        if let exact = matching(==) { return exact }
        if let like = matching({ FoldKey($0) == FoldKey($1) }) { return like }
        // What looks like the divider of a number may be the beginning of a title.
        let isMarked = names.contains { $0.bytes.first.map(OrderedName.isDivider) == true }
        if isMarked, let whole = matching({ FoldKey(OrderedName($0).wholeTitle) == FoldKey(OrderedName($1).wholeTitle) }) { return whole }
        if let titled = matching({ FoldKey(OrderedName($0).title) == FoldKey(OrderedName($1).title) }) { return titled }
        guard let id = NodeID(String(decoding: word, as: UTF8.self)) else { return nil }
        return all.first { $0.id == id }?.id
    }

    static func unknown(_ sort: String, _ word: [UInt8], among names: [Name], list: String, make: String) -> ShedError {
        let shown = EscapedText.escape(word)
        var remedy = names.isEmpty ? "There is none yet: “\(make)” makes one." : "“\(list)” lists them."
        if let nearest = Nearest.of(String(decoding: word, as: UTF8.self), among: names.compactMap(\.text)) { remedy = "Did you mean “\(nearest)”?" }
        return ShedError(.usage, "there is no \(sort) “\(shown)”", remedy: remedy)
    }
}
