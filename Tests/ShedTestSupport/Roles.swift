import ShedModel

/// Roles of shipped templates that tests name. The program knows them by its data alone.
extension Role {
    public static let draft = Role(rawValue: "draft")
    public static let ready = Role(rawValue: "ready")
    public static let published = Role(rawValue: "published")
}
