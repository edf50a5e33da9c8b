import ShedMessages
import ShedModel
import ShedProject
import ShedRecords

/// Finds the record of a collection that one of an import is, by the value of a key that no two have in common.
struct ImportMatch {
    let key: String
    private var holders: [ExactText: FoundRecord] = [:]
    /// Values that more than one record has.
    private var doubled: Set<ExactText> = []
    private var met: Set<ExactText> = []
    /// Whether a record of the import has the key.
    private(set) var isMet = false

    /// - Parameter records: those of the collection.
    init(_ key: String, _ schema: Schema?, among records: [FoundRecord]) {
        self.key = schema?.key(named: key)?.name ?? key
        for found in records where found.problem == nil {
            guard let value = found.record[self.key], !value.isEmpty else { continue }
            if holders.updateValue(found, forKey: ExactText(value)) != nil { doubled.insert(ExactText(value)) }
        }
    }

    /// - Returns: `nil` where none has that value, or the record has not the key.
    /// - Throws: ``ShedError`` of kind refused where the value does not tell one record.
    mutating func record(like record: Record) throws(ShedError) -> NodeID? {
        guard let value = record[key], !value.isEmpty else { return nil }
        isMet = true
        let text = ExactText(value)
        func refused(isOfInput: Bool) -> ShedError {
            let (key, value) = (EscapedText.beginning(key), EscapedText.beginning(value))
            return ShedError(.refused, .noSingleRecord(key: key, value: value, isOfInput: isOfInput), remedy: .chooseUniqueKey)
        }
        guard met.insert(text).inserted else { throw refused(isOfInput: true) }
        guard !doubled.contains(text) else { throw refused(isOfInput: false) }
        return holders[text]?.id
    }

    /// - Throws: ``ShedError`` of kind usage where no record of the import had the key: then it was a slip.
    func requireMet() throws(ShedError) {
        guard !isMet else { return }
        throw ShedError(.usage, .matchIsUnknown(key: EscapedText.beginning(key)), remedy: .keysAreBytes)
    }
}
