import ShedModel

/// Fields of nodes that the core keeps without knowing them, where they come with an import.
enum ImportedField {
    /// What this version of shed writes by fields of its own: no member of an export gets there by another way.
    private static let own: Set<String> = [
        "accepts", "alias", "content", "created", "details", "exception", FormerRole.name, "forgotten", "order", "origin", "place", "rejection", "role", "type", "unexplained",
    ]
    /// Which devices wrote, and which batches are lost: of the project that an export is of, and of no other.
    private static let ofHistory = ["device:", "retired:", "lost:"]

    /// Whether a field means something in a project that begins a history of its own. How long a name or value may be, the sidecar says.
    static func mayTravel(_ name: String) -> Bool {
        !name.isEmpty && !own.contains(name) && LabelField.label(ofField: name) == nil
            && !ofHistory.contains(where: name.hasPrefix)
    }
}
