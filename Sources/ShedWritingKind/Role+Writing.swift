import ShedModel

/// The roles of folders that projects for writers know. A template of anybody's may have them.
extension Role {
    // MARK: Texts on their way

    static let published = Role(rawValue: "published")
    /// The folders from which what was accepted moves on to Published.
    static let unpublished = ["draft", "ready", "set-aside"].map { Role(rawValue: $0) }

    /// The view of what stands in the folders below.
    static let all = Role(rawValue: "all")
    /// The folders whose files that view shows, in the template's order.
    static let shownInAll = unpublished + [published]

    /// The folder of collections, in which pieces stand as links beside what stands in them itself.
    static let collections = Role(rawValue: "collections")

    // MARK: Submissions

    /// The folder of what was submitted.
    static let submissions = Role(rawValue: "submissions")
    /// The folders of those to whom something is submitted, in the order in which they are asked.
    static let venues = ["magazines", "competitions", "commissions", "other"].map { Role(rawValue: $0) }

    // MARK: Manuscripts

    static let novel = Role(rawValue: "novel")
    static let script = Role(rawValue: "script")
    static let chapters = Role(rawValue: "chapters")
    static let acts = Role(rawValue: "acts")
    static let scenes = Role(rawValue: "scenes")
}
