import ShedModel

extension Operation {
    /// The operation as a line of a batch has it, without a stamp.
    public var json: JSONValue {
        let values = Dictionary(set.map { ($0.name, $0.json) }, uniquingKeysWith: { $1 })
        var line: JSONObject = ["id": .string(id.description)]
        line["kind"] = label.map { .string($0.rawValue) }
        line["set"] = .object(JSONObject(values.map { JSONObject.Member($0.key, $0.value) }).sorted)
        return .object(line)
    }

    /// Reads what ``json`` makes; `nil` for anything else.
    public init?(_ json: JSONValue) {
        guard let id = json["id"]?.string.flatMap({ NodeID($0) }), let set = json["set"]?.object else { return nil }
        guard let kind = json["kind"] else {
            self.init(id, set.members.map { Field(name: $0.name, value: $0.value) })
            return
        }
        guard let label = kind.string.flatMap(LabelKind.init) else { return nil }
        self.init(id, set.members.map { .other($0.name, $0.value) }, label: label)
    }
}
