import ShedModel
import ShedProject
import ShedRecords

/// How the files of new records are called.
enum RecordNaming {
    /// The name that is wanted: the title's, where there is one, else the beginning of the ID.
    static func name(of record: Record, id: NodeID, _ schema: Schema?) -> Name {
        RecordFileName.name(title: title(of: record, schema), id: id)
    }

    /// Keys that say what something is called, in the languages of the templates, the more telling ones first.
    private static let words = ["title", "titel", "titre", "título", "題名", "タイトル", "name", "nom", "nombre", "名前"]

    /// What a record is called by: the key that its schema names, else a key called “title” or “name”, in one of the languages
    /// of the templates.
    static func title(of record: Record, _ schema: Schema?) -> String? {
        if let key = schema?.title { return record[key] }
        for word in words {
            if let pair = record.pairs.first(where: { $0.key.lowercased() == word }) { return pair.value }
        }
        return nil
    }

    /// The name of a folder for a text; `nil` if nothing of it can stand in a name.
    static func folderName(_ text: String) -> Name? {
        RecordFileName.name(title: text).map { Name(bytes: Array($0.bytes.dropLast(RecordFileName.suffix.utf8.count))) }
    }
}
