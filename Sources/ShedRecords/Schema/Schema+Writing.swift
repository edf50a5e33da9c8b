extension Schema {
    /// The schema as a file with comments that say what can be written. Reads as the same schema.
    public func encode() -> [UInt8] {
        var lines = ["# What the records of this collection should be. “shed collection schema” checks this file."]
        if let title { lines.append("title = \(SchemaEdit.quoted(title))  # the key that names the file") }
        lines.append("follow-title = \(followsTitle)  # whether the file's name follows it")
        lines.append("other-keys = \(allowsOtherKeys)  # whether keys that are not named here may occur")
        if let sortsKeys { lines.append("sort-keys = \(sortsKeys)  # whether shed keeps pairs in the order of their keys") }
        if keys.isEmpty {
            lines += [
                "", "# [key.Year]", "# type = \"integer\"  # \(ValueType.allCases.map(\.rawValue).joined(separator: " "))",
                "# required = true", "# minimum = 1400",
            ]
        }
        for key in keys { lines += ["", "[key.\(SchemaEdit.quoted(key: key.name))]"] + Schema.lines(of: key) }
        for template in templates {
            lines += ["", "[template.\(SchemaEdit.quoted(key: template.name))]"]
            lines += template.record.pairs.map { "\(SchemaEdit.quoted(key: $0.key)) = \(SchemaEdit.quoted($0.value))" }
        }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    private static func lines(of key: SchemaKey) -> [String] {
        var lines = ["type = \"\(key.type.rawValue)\""]
        if key.isRequired { lines.append("required = true") }
        if key.isUnique { lines.append("unique = true") }
        if !key.values.isEmpty { lines.append("values = \(SchemaEdit.written(.texts(key.values)))") }
        if let value = key.defaultValue { lines.append("default = \(SchemaEdit.quoted(value))") }
        if let pattern = key.pattern { lines.append("pattern = \(SchemaEdit.quoted(pattern.text))") }
        // In quotation marks a number keeps all its digits.
        if let bound = key.minimum { lines.append("minimum = \(text(bound))") }
        if let bound = key.maximum { lines.append("maximum = \(text(bound))") }
        if let collection = key.collection { lines.append("collection = \(SchemaEdit.quoted(collection))") }
        return lines
    }

    private static func text(_ bound: SchemaBound) -> String {
        bound.date == nil && bound.number?.integer.map { "\($0)" } == bound.text ? bound.text : SchemaEdit.quoted(bound.text)
    }
}
