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
        func refused(_ what: String) -> ShedError {
            let (key, value) = (EscapedText.beginning(key), EscapedText.beginning(value))
            return ShedError(.refused, "“\(key)” is “\(value)” in \(what), so it tells no single record", remedy: "Choose a key whose values are unique.")
        }
        guard met.insert(text).inserted else { throw refused("two records of the input") }
        guard !doubled.contains(text) else { throw refused("several records of the collection") }
        return holders[text]?.id
    }

    /// - Throws: ``ShedError`` of kind usage where no record of the import had the key: then it was a slip.
    func requireMet() throws(ShedError) {
        guard !isMet else { return }
        throw ShedError(.usage, "--match: no record of the input has the key “\(EscapedText.beginning(key))”; nothing was changed", remedy: "Keys are compared byte by byte.")
    }
}
