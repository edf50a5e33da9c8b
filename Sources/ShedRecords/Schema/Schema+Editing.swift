extension Schema {
    /// Changes a schema's file and leaves all of it that need not change as it is, comments too: that behind a line that is
    /// removed stays as a line of its own. An empty file is a schema without keys.
    /// - Returns: a file that reads as a schema.
    /// - Throws: what is wrong with the file, or would be after the changes; where a line is written in a way that shed does
    ///   not change (a table in braces, a key with full stops), that it is, and nothing is changed.
    public static func edit(_ bytes: [UInt8], _ edits: [SchemaEdit]) throws(RecordsError) -> [UInt8] {
        var bytes = bytes
        _ = try SchemaFile(bytes)
        for edit in edits {
            // Each time anew: an edit moves all that stands behind it.
            var text = SchemaTextEditor(bytes)
            switch edit {
            case .set(let place, let name, let value): try text.set(SchemaEdit.path(place), name, value.map(SchemaEdit.written))
            case .remove(let place): try text.remove(SchemaEdit.path(place))
            }
            try SchemaTextEditor.verify(bytes, text.bytes, edit)
            bytes = text.bytes
        }
        _ = try parse(bytes)
        return bytes
    }
}
