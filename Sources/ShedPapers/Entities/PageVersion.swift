import ShedModel

/// What a page showed from a time on, with its tags and values then. Written once, never changed.
/// Source: seed 004_874d967c4a34cac1.txt, PageVersion.
public struct PageVersion: Hashable, Sendable {
    /// Why there is a version.
    public enum Cause: String, Hashable, Sendable {
        /// The page was made.
        case created
        /// It was made to show another page, or a page of another bundle.
        case repointed
        /// An older version was made the current one.
        case restored
        /// The page was made anew from another display variant of its bundle.
        case remade
    }

    /// A variable's value, by the name that the variable had.
    public struct Value: Hashable, Sendable {
        public var name: String
        public var value: VariableValue

        public init(name: String, value: VariableValue) {
            self.name = name
            self.value = value
        }
    }

    public var id: NodeID
    /// Milliseconds since 1970 in UTC.
    public var time: Int64
    public var cause: Cause
    public var reference: PageReference
    /// The display variant that it saw; `nil` where that was not known.
    public var source: ContentHash?
    /// The file that was made for the page then: by it a copy of that file is known again. `nil` where that was not said.
    public var file: ContentHash?
    /// The titles of the page's tags, sorted: independent of what becomes of the tags.
    public var tags: [String]
    /// In the order of their names.
    public var values: [Value]

    public init(
        id: NodeID, time: Int64, cause: Cause, reference: PageReference, source: ContentHash?, file: ContentHash? = nil, tags: [String] = [],
        values: [Value] = []
    ) {
        self.id = id
        self.time = time
        self.cause = cause
        self.reference = reference
        self.source = source
        self.file = file
        self.tags = tags
        self.values = values
    }

    /// Whether it says only what the one before said: two devices made the page anew from one display variant.
    func repeats(_ old: PageVersion) -> Bool { cause == .remade && old.source == source && old.reference == reference }

    /// The operation's field for the page.
    public var field: Field {
        var object = JSONObject(reference.members)
        object["time"] = .integer(time)
        object["cause"] = .string(cause.rawValue)
        object["source"] = JSONValue(source?.description)
        if let file { object["file"] = .string(file.description) }
        object["tags"] = .array(tags.map { .string($0) })
        object["variables"] = .object(JSONObject(values.map { value in
            JSONObject.Member(value.name, value.value.json)
        }))
        return .other(PaperField.field(ofVersion: id), .object(object))
    }

    /// `nil` for what no shed wrote.
    init?(_ name: String, _ json: JSONValue) {
        guard let id = PaperField.version(ofField: name), let reference = PageReference(json), let time = json["time"]?.integer.map(Milliseconds.bounded),
            let cause = json["cause"]?.string.flatMap(Cause.init)
        else { return nil }
        let values = json["variables"]?.object?.members.compactMap { member in
            VariableValue(member.value).map { Value(name: member.name, value: $0) }
        }
        self.init(
            id: id, time: time, cause: cause, reference: reference, source: json["source"]?.string.flatMap { ContentHash($0) },
            file: json["file"]?.string.flatMap { ContentHash($0) }, tags: json["tags"]?.array?.compactMap(\.string) ?? [], values: values ?? [])
    }
}
