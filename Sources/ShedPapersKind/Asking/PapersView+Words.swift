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

    /// The one of several things that a word means, as ``PlaceFinder`` says, for one word.
    static func choose(_ word: [UInt8], among all: [(id: NodeID, path: RelativePath)]) -> NodeID? { PlaceFinder(all).choose(word) }

    static func unknown(_ sort: String, _ word: [UInt8], among names: [Name], list: String, make: String) -> ShedError {
        let shown = EscapedText.escape(word)
        var remedy = names.isEmpty ? "There is none yet: “\(make)” makes one." : "“\(list)” lists them."
        if let nearest = Nearest.of(String(decoding: word, as: UTF8.self), among: names.compactMap(\.text)) { remedy = "Did you mean “\(nearest)”?" }
        return ShedError(.usage, "there is no \(sort) “\(shown)”", remedy: remedy)
    }
}
