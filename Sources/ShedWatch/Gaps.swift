import ShedModel

/// The directories of a root that could not be watched, and why. Looked up by their parents' rows, so that the end of a
/// row costs no search.
struct Gaps: Sendable {
    /// One of them: its parent's row and its name.
    struct Place: Hashable, Sendable {
        var parent: WatchTable.ID
        var name: Name
    }

    private var errors: [WatchTable.ID: [Name: WatchError]] = [:]

    subscript(place: Place) -> WatchError? {
        get { errors[place.parent]?[place.name] }
        set {
            if newValue != nil || errors[place.parent] != nil { errors[place.parent, default: [:]][place.name] = newValue }
            if errors[place.parent]?.isEmpty == true { errors[place.parent] = nil }
        }
    }

    /// All of them, in no order.
    var all: [(place: Place, error: WatchError)] {
        errors.flatMap { parent, names in names.map { (Place(parent: parent, name: $0.key), $0.value) } }
    }

    mutating func forget(_ parent: WatchTable.ID) { errors[parent] = nil }
}
