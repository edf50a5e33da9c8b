import ShedMessages
import ShedModel
import ShedPapers
import ShedProject

/// What people mean by their words.
extension PapersView {
    /// The bundle that a person means: by its name, case and normalisation aside if no name is just so, its path, or its ID.
    public func bundle(_ word: [UInt8]) throws(ShedError) -> Bundle {
        if let id = PlaceFinder(bundles.map(\.finderPlace)).choose(word), let found = bundle(id) { return found }
        throw PapersView.unknown("bundle", word, among: bundles.map(\.name), list: "shed bundle list", make: "shed bundle add FILE.pdf")
    }

    /// The doc that a person means, likewise.
    public func doc(_ word: [UInt8]) throws(ShedError) -> Doc {
        if let id = PlaceFinder(docs.map(\.finderPlace)).choose(word), let found = docs.first(where: { $0.id == id }) { return found }
        throw PapersView.unknown("doc", word, among: docs.map(\.name), list: "shed doc list", make: "shed doc new NAME")
    }

    /// The page group that a person means: by its path from the root or from the folder of docs, as `DOC/GROUP`, or its ID.
    /// - Returns: `nil` where there is none, or where the word names a doc, which goes first in all verbs.
    public func group(_ word: [UInt8]) -> Group? {
        guard PlaceFinder(docs.map(\.finderPlace)).choose(word) == nil else { return nil }
        let groups = groups
        guard let id = PlaceFinder(groups.map(\.finderPlace)).choose(word) else { return nil }
        return groups.first { $0.id == id }
    }

    /// The groups that a word means: those of a doc, or one.
    public func place(_ word: [UInt8]) throws(ShedError) -> [Group] {
        if let group = group(word) { return [group] }
        do throws(ShedError) { return try doc(word).groups } catch { throw noPlace(word, error) }
    }

    /// The error for a word that means neither a doc nor a group, with the nearest group where the word is `DOC/GROUP`.
    /// - Parameter error: that it is no doc.
    func noPlace(_ word: [UInt8], _ error: ShedError) -> ShedError {
        let slash = UInt8(ascii: "/")
        guard word.contains(slash) else { return error }
        let names = docs.flatMap { doc in doc.groups.map { Name(bytes: doc.name.bytes + [slash] + $0.name.bytes) } }
        var error = error
        if let question = PapersView.didYouMean(word, among: names) { error.advice = question }
        return error
    }

    /// What a word means: a doc, else a group, else a bundle. Paths with their first folder tell them apart.
    public func subject(_ word: [UInt8]) throws(ShedError) -> PapersSubject {
        if let doc = try? doc(word) { return .doc(doc) }
        if let group = group(word) { return .group(group) }
        if let bundle = try? bundle(word) { return .bundle(bundle) }
        throw PapersView.unknown(
            "any", word, among: docs.map(\.name) + bundles.map(\.name), list: "shed tree", make: "shed bundle add FILE.pdf")
    }

    /// Asks whether one of some names was meant, by a word that may be a path.
    /// - Returns: `nil` where none is near.
    static func didYouMean(_ word: [UInt8], among names: [Name]) -> Message? {
        let names = names.compactMap(\.text)
        let last = word.split(separator: UInt8(ascii: "/")).last ?? []
        var near = Nearest.all(of: String(decoding: word, as: UTF8.self), among: names)
        if near.isEmpty, last.count < word.count { near = Nearest.all(of: String(decoding: last, as: UTF8.self), among: names) }
        return .didYouMean(oneOf: near.map { EscapedText.escape(Array($0.utf8)) })
    }

    /// - Parameter sort: as ``Message/noSuchPaper(sort:name:)`` has it.
    static func unknown(_ sort: String, _ word: [UInt8], among names: [Name], list: String, make: String) -> ShedError {
        let remedy = didYouMean(word, among: names) ?? (names.isEmpty ? .noneYetMake(command: make) : .listsThem(command: list))
        var error = ShedError(.usage, .noSuchPaper(sort: sort, name: EscapedText.escape(word)), remedy: remedy)
        error.unknown = word
        return error
    }
}
