import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel
import ShedRecords

extension ValueType: ExpressibleByArgument {}

/// The options of `collection schema` that change one key, or what holds for all, and leave the rest of the file alone.
struct SchemaKeyOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The key that the options below are about; it is added if it is not there.", valueName: "name")) var key: String?
    @Option(help: "text, number, integer, date, boolean, one-of, url or record.") var type: ValueType?
    @Flag(inversion: .prefixedNo, help: "Whether each record must have a value.") var required: Bool?
    @Flag(inversion: .prefixedNo, help: "Whether no two records may have the same value.") var unique: Bool?
    @Option(parsing: .unconditional, help: ArgumentHelp("The value of new records; an empty one takes it away, as with the options below.", valueName: "value")) var `default`: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("What the whole value must match.", valueName: "pattern")) var pattern: String?
    @Option(parsing: .unconditionalSingleValue, help: ArgumentHelp("A value of a one-of; may be repeated.", valueName: "value")) var value: [String] = []
    @Option(parsing: .unconditional, help: ArgumentHelp("The least number, integer or date.", valueName: "value")) var minimum: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("The greatest.", valueName: "value")) var maximum: String?
    @Option(help: ArgumentHelp("The collection that a record is in.", valueName: "name")) var refersTo: String?
    @Option(help: ArgumentHelp("Take a key out of the schema; the records keep it.", valueName: "name")) var dropKey: String?
    @Option(help: ArgumentHelp("The key that new files are named by; an empty one for none.", valueName: "key")) var title: String?
    @Flag(inversion: .prefixedNo, help: "Whether keys that the schema does not name may occur.") var otherKeys: Bool?

    func validate() throws {
        if key == nil, hasKeyOptions { throw ValidationError("Say which key with --key NAME.") }
        if key != nil, !hasKeyOptions { throw ValidationError("Say what is to hold for the key, for instance --type text.") }
        if key?.isEmpty == true || dropKey?.isEmpty == true { throw ValidationError("A key has a name.") }
    }

    private var hasKeyOptions: Bool {
        type != nil || required != nil || unique != nil || !value.isEmpty || [`default`, pattern, minimum, maximum, refersTo].contains { $0 != nil }
    }

    /// Whether anything is to be changed.
    var isGiven: Bool { key != nil || dropKey != nil || title != nil || otherKeys != nil }

    func edits(_ session: Session) throws(ShedError) -> [SchemaEdit] {
        var edits: [SchemaEdit] = []
        func add(_ place: SchemaEdit.Place, _ line: String, _ word: String?, asNumber: Bool = false) throws(ShedError) {
            guard let word else { return }
            let text = try session.text(word, of: "--\(line)")
            let number = asNumber ? Int(text).flatMap { "\($0)" == text ? $0 : nil } : nil
            edits.append(.set(place, line, text.isEmpty ? nil : number.map { .integer($0) } ?? .text(text)))
        }
        if let dropKey { edits.append(.remove(.key(try session.text(dropKey, of: "--drop-key")))) }
        try add(.collection, "title", title)
        if let otherKeys { edits.append(.set(.collection, "other-keys", .flag(otherKeys))) }
        guard let key else { return edits }
        let place = SchemaEdit.Place.key(try session.text(key, of: "--key"))
        if let type { edits.append(.set(place, "type", .text(type.rawValue))) }
        if let required { edits.append(.set(place, "required", required ? .flag(true) : nil)) }
        if let unique { edits.append(.set(place, "unique", unique ? .flag(true) : nil)) }
        if !value.isEmpty {
            var values: [String] = []
            for word in value where !word.isEmpty { values.append(try session.text(word, of: "--value")) }
            edits.append(.set(place, "values", values.isEmpty ? nil : .texts(values)))
        }
        try add(place, "default", `default`)
        try add(place, "pattern", pattern)
        // A date stands in quotation marks, and so may a number.
        let isNumber = type == .integer || type == .number
        try add(place, "minimum", minimum, asNumber: isNumber)
        try add(place, "maximum", maximum, asNumber: isNumber)
        try add(place, "collection", refersTo)
        return edits
    }
}
