import ShedModel

/// Tells which names in one folder begin with order numbers: those of a doc's page groups, or of a group's pages.
public enum Numbering {
    /// The numbers before some names; `nil` for a name that is title from its beginning.
    ///
    /// A number is one where shed wrote it, however wide it is, or where a person put it among siblings that are so numbered: one
    /// to three digits, what divides them from the title, and a title. Siblings are numbered where shed wrote the number of one,
    /// or where several have such prefixes and one of them begins the count or has a zero before it: two groups `2 Kugeln` and
    /// `3 Körper` have none.
    /// - Parameters:
    ///   - names: of all that stand in the folder and could have numbers.
    ///   - isWritten: whether shed wrote that number before the name at that position.
    public static func numbers(of names: [Name], isWritten: (_ position: Int, _ number: Int) -> Bool) -> [Int?] {
        let ordered = names.map { OrderedName($0) }
        let plain = ordered.map(\.mayBeNumbered)
        let placed = names.indices.filter { plain[$0] }
        func wasWritten(_ position: Int) -> Bool { ordered[position].number.map { isWritten(position, $0) } ?? false }
        let isCounted = placed.count > 1 && placed.contains { ordered[$0].beginsCount }
        let isNumbered = isCounted || !placed.isEmpty && names.indices.contains(where: wasWritten)
        return names.indices.map { (isNumbered && plain[$0]) || wasWritten($0) ? ordered[$0].number : nil }
    }
}
