import ShedCommand
import ShedProject
import ShedModel
import ShedRecords

/// Records as rows of a table, for people.
struct RecordTable {
    /// What a cell shows at most, in columns of a terminal; the whole value is in `--format json`.
    private static let widest = 40
    /// So many columns are shown where none were chosen.
    private static let mostColumns = 6

    private let columns: [Columns.Column]
    private let namesCollections: Bool
    private var rows: [[String]] = []

    /// - Parameters:
    ///   - columns: the keys to show; `nil`: the first few that the records have.
    ///   - namesCollections: whether the collection of each comes first.
    init(_ records: [FoundRecord], columns chosen: Columns?, namesCollections: Bool) {
        self.namesCollections = namesCollections
        if let chosen {
            columns = chosen.columns
        } else {
            var union = ColumnUnion()
            for record in records.prefix(1_000) { union.add(record.record) }
            columns = union.columns.prefix(RecordTable.mostColumns).map { .key($0) }
        }
        for found in records {
            let stem = found.name.hasSuffix(".json") ? Name(bytes: Array(found.name.bytes.dropLast(5))) : found.name
            let mark = found.problem == nil ? "" : " !"
            let collection = namesCollections ? [RecordTable.cell(found.path.parent.bytes)] : []
            rows.append(collection + [stem.escaped + mark] + columns.map { RecordTable.cell(found.shown($0)) })
        }
    }

    private static func cell(_ value: String) -> String { cell(Array(value.utf8.prefix(widest * 8))) }

    private static func cell(_ bytes: [UInt8]) -> String {
        let shown = EscapedText.escape(Array(bytes.prefix(widest * 8)))
        return DisplayWidth.of(shown) > widest ? DisplayWidth.prefix(shown, columns: widest - 1) + "…" : shown
    }

    func print(_ output: Output, _ style: Style) {
        TextTable(head: (namesCollections ? ["collection"] : []) + ["record"] + columns.map { RecordTable.cell($0.title) }, rows: rows).print(output, style)
    }
}

extension FoundRecord {
    /// The value of a key, exactly so, else of the first that differs in case and accents only.
    func value(of key: String) -> String? {
        if let value = record[key] { return value }
        let folded = TextFolding.fold(key)
        return record.pairs.first { TextFolding.fold($0.key) == folded }?.value
    }

    /// What a column shows.
    func shown(_ column: Columns.Column) -> String {
        switch column {
        case .key(let key): value(of: key) ?? ""
        case .id: "\(id)"
        case .name: String(decoding: name.bytes, as: UTF8.self)
        case .modified: Style.time(modified)
        }
    }
}

extension Columns.Column {
    fileprivate var title: String {
        switch self {
        case .key(let key): key
        case .id: "@id"
        case .name: "@name"
        case .modified: "@modified"
        }
    }
}
