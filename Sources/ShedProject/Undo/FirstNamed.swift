import ShedModel

/// Which of several things a person has named first, of those that something is done to together: who lists the entry calls them by it.
/// Steps stand in the sequence in which they are done, and fields by their names, so neither tells it.
struct FirstNamed: Hashable {
    /// The folder of which they are guests; `nil` of what is moved.
    var folder: NodeID?
    var thing: NodeID

    /// One line of the journal, before the steps. An earlier shed passes over it.
    var json: JSONValue {
        var object: JSONObject = ["do": "first", "id": .string("\(thing)")]
        object["of"] = folder.map { .string("\($0)") }
        return .object(object)
    }

    init(_ thing: NodeID, of folder: NodeID? = nil) { (self.thing, self.folder) = (thing, folder) }

    /// `nil` for a line that is none.
    init?(_ json: JSONValue) {
        guard let thing = json["id"]?.string.flatMap({ NodeID($0) }), json["of"] == nil || json["of"]?.string.flatMap({ NodeID($0) }) != nil else { return nil }
        self.init(thing, of: json["of"]?.string.flatMap { NodeID($0) })
    }
}
