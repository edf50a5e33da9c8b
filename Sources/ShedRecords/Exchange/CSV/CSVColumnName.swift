/// How the keys of records stand in the header of a CSV file beside the ID's column.
///
/// A key that is called as that column, or so with underscores behind it, gets one more underscore: `id` → `id_`,
/// `id_` → `id__`. Reading takes it off again.
enum CSVColumnName {
    static func column(of key: String, idColumn: String?) -> String {
        isTaken(key, by: idColumn) ? key + "_" : key
    }

    static func key(of column: String, idColumn: String?) -> String {
        isTaken(column, by: idColumn) ? String(column.unicodeScalars.dropLast()) : column
    }

    /// To be asked of a column only if it is not the ID's.
    private static func isTaken(_ name: String, by idColumn: String?) -> Bool {
        guard let idColumn, name.utf8.starts(with: idColumn.utf8) else { return false }
        return name.utf8.dropFirst(idColumn.utf8.count).allSatisfy { $0 == UInt8(ascii: "_") }
    }
}
