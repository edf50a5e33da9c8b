import ShedModel

/// Writes a recfile that recutils reads: a descriptor with the collection's name and ID, then the records.
public struct RecfileWriter: ExchangeWriter {
    private let idField: String
    private let hasIDs: Bool

    /// - Parameter options: the ID's field must be a field name of recutils'.
    public init(options: ExchangeOptions = ExchangeOptions()) {
        idField = options.idColumn ?? RecfileReader.idField
        hasIDs = options.hasIDs
    }

    public mutating func begin(_ collection: CollectionHead, to bytes: inout [UInt8]) throws(RecordsError) {
        guard RecfileReader.isFieldName(idField) else { throw RecfileReader.unusableField(idField) }
        let name = RecfileName.name(of: collection.name ?? "Records", reserved: nil)
        bytes += "%rec: \(name)\n".utf8
        if let id = collection.id { bytes += "\(RecfileReader.collectionField): \(id)\n".utf8 }
        if hasIDs { bytes += "%type: \(idField) uuid\n".utf8 }
    }

    public mutating func append(_ record: IdentifiedRecord, to bytes: inout [UInt8]) throws(RecordsError) {
        let id = hasIDs ? record.id : nil
        guard id != nil || !record.record.pairs.isEmpty else {
            throw RecordsError("a record without pairs cannot stand in a recfile without an ID", remedy: "Export with IDs.")
        }
        bytes.append(UInt8(ascii: "\n"))
        if let id {
            bytes += "\(idField): ".utf8
            id.append(to: &bytes)
            bytes.append(UInt8(ascii: "\n"))
        }
        for pair in record.record.pairs { RecfileWriter.append(pair, reserved: hasIDs ? idField : nil, to: &bytes) }
    }

    public mutating func finish(to bytes: inout [UInt8]) throws(RecordsError) {}

    private static func append(_ pair: Pair, reserved: String?, to bytes: inout [UInt8]) {
        let isEscaped = RecfileValue.needsEscape(pair.value.utf8)
        bytes += RecfileName.name(of: pair.key, isValueEscaped: isEscaped, reserved: reserved).utf8
        bytes += ": ".utf8
        for byte in isEscaped ? RecfileValue.escape(pair.value.utf8) : Array(pair.value.utf8) {
            bytes.append(byte)
            if byte == UInt8(ascii: "\n") { bytes += "+ ".utf8 }
        }
        bytes.append(UInt8(ascii: "\n"))
    }
}
