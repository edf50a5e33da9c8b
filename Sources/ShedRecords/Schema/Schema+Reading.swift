extension Schema {
    /// Reads a schema's file. What it does not know is an error: a misspelt key would be a wish without effect.
    /// - Throws: what is wrong, with the line and the key.
    public static func parse(_ bytes: [UInt8]) throws(RecordsError) -> Schema {
        let file = try SchemaFile(bytes)
        try file.allow(["title", "follow-title", "other-keys", "sort-keys", "key", "template"], in: file.root)
        var schema = Schema()
        schema.title = try file.text("title", in: file.root)
        schema.followsTitle = try file.flag("follow-title", in: file.root) ?? false
        schema.allowsOtherKeys = try file.flag("other-keys", in: file.root) ?? true
        schema.sortsKeys = try file.flag("sort-keys", in: file.root)
        for (name, block) in try file.tables("key") { schema.keys.append(try key(name, block, file)) }
        if schema.followsTitle, schema.title == nil {
            throw file.fault("follow-title", in: file.root, "needs a title", "Add title = \"KEY\".")
        }
        if let title = schema.title, !schema.allowsOtherKeys, !schema.has(title) {
            throw file.fault("title", in: file.root, "names no key of the schema", "Add [key.\(SchemaEdit.quoted(key: title))].")
        }
        for (name, block) in try file.tables("template") { schema.templates.append(try schema.template(name, block, file)) }
        return schema
    }

    func has(_ name: String) -> Bool { keys.contains { $0.name.utf8.elementsEqual(name.utf8) } }

    private static func key(_ name: String, _ block: SchemaFile.Block, _ file: SchemaFile) throws(RecordsError) -> SchemaKey {
        try file.allow(
            ["type", "required", "unique", "default", "pattern", "values", "minimum", "maximum", "collection"], in: block)
        var key = SchemaKey(name)
        if let word = try file.text("type", in: block) {
            guard let type = ValueType(rawValue: word) else {
                let words = ValueType.allCases.map(\.rawValue).joined(separator: ", ")
                throw file.fault("type", in: block, "is no type", "Use one of \(words).")
            }
            key.type = type
        }
        key.isRequired = try file.flag("required", in: block) ?? false
        key.isUnique = try file.flag("unique", in: block) ?? false
        key.defaultValue = try file.text("default", in: block)
        if let text = try file.text("pattern", in: block) {
            do throws(RecordsError) { key.pattern = try ValuePattern(text) } catch {
                throw file.fault("pattern", in: block, "does not read: \(error.message)", error.remedy)
            }
        }
        try fill(&key, block, file)
        if let value = key.defaultValue {
            if key.isUnique { throw file.fault("default", in: block, "would stand twice, since the key is unique", "Remove one of the two.") }
            if !value.isEmpty, let problem = key.check(value) {
                throw file.fault("default", in: block, "does not fit: \(problem.message)", problem.remedy)
            }
        }
        return key
    }

    /// What only some types have.
    private static func fill(_ key: inout SchemaKey, _ block: SchemaFile.Block, _ file: SchemaFile) throws(RecordsError) {
        if let values = try file.texts("values", in: block) {
            guard key.type == .oneOf else { throw file.fault("values", in: block, "is for the type one-of", "Write type = \"one-of\".") }
            guard Set(values.map(KeyBytes.init)).count == values.count, !values.contains("") else {
                throw file.fault("values", in: block, "holds a value twice, or an empty one", "Remove it.")
            }
            key.values = values
        }
        if key.type == .oneOf, key.values.isEmpty { throw file.fault("type", in: block, "needs values", "Add values = [\"…\", \"…\"].") }
        key.minimum = try bound("minimum", key.type, block, file)
        key.maximum = try bound("maximum", key.type, block, file)
        if let least = key.minimum, let most = key.maximum, let order = least.order(of: most.text, key.type), order < 0 {
            throw file.fault("maximum", in: block, "is less than the minimum", "Change one of the two.")
        }
        key.collection = try file.text("collection", in: block)
        if key.collection != nil, key.type != .record {
            throw file.fault("collection", in: block, "is for the type record", "Write type = \"record\".")
        }
        if key.type == .record, key.collection == nil {
            throw file.fault("type", in: block, "needs a collection", "Add collection = \"NAME\".")
        }
    }

    private static func bound(
        _ name: String, _ type: ValueType, _ block: SchemaFile.Block, _ file: SchemaFile
    ) throws(RecordsError) -> SchemaBound? {
        guard let text = try file.bound(name, in: block) else { return nil }
        guard [.number, .integer, .date].contains(type) else {
            throw file.fault(name, in: block, "is for numbers, integers and dates", "Remove it, or change the type.")
        }
        guard let bound = SchemaBound(text, type) else { throw file.fault(name, in: block, "is not \(type.phrase)", "Write one.") }
        return bound
    }

    private func template(_ name: String, _ block: SchemaFile.Block, _ file: SchemaFile) throws(RecordsError) -> SchemaTemplate {
        var record = Record()
        guard block.table.count <= Schema.most else {
            throw file.fault(nil, in: block, "has more than \(Schema.most) pairs", "Remove some.")
        }
        for key in block.table.entries.map(\.key) {
            guard let value = try file.text(key, in: block) else { continue }
            if let known = keys.first(where: { $0.name.utf8.elementsEqual(key.utf8) }) {
                if !value.isEmpty, let problem = known.check(value) {
                    throw file.fault(key, in: block, "does not fit: \(problem.message)", problem.remedy)
                }
            } else if !allowsOtherKeys {
                throw file.fault(key, in: block, "names no key of the schema", "Add the key, or write other-keys = true.")
            }
            record[key] = value
        }
        return SchemaTemplate(name: name, record: record)
    }
}
