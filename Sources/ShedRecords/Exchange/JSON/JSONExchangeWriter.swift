import ShedModel

/// Writes Folk's DB's shape with two spaces a level, UTF-8, a newline at the end. Holds every text there is.
public struct JSONExchangeWriter: ExchangeWriter {
    private var isFirst = true

    public init() {}

    public mutating func begin(_ collection: CollectionHead, to bytes: inout [UInt8]) throws(RecordsError) {
        bytes += "{\n".utf8
        if let id = collection.id {
            bytes += "  \"id\": \"".utf8
            id.append(to: &bytes)
            bytes += "\",\n".utf8
        }
        if let name = collection.name {
            bytes += "  \"name\": ".utf8
            JSONText.append(name.utf8, to: &bytes)
            bytes += ",\n".utf8
        }
        bytes += "  \"records\": [".utf8
    }

    public mutating func append(_ record: IdentifiedRecord, to bytes: inout [UInt8]) throws(RecordsError) {
        bytes += (isFirst ? "\n    {\n" : ",\n    {\n").utf8
        isFirst = false
        if let id = record.id {
            bytes += "      \"id\": \"".utf8
            id.append(to: &bytes)
            bytes += "\",\n".utf8
        }
        bytes += "      \"keyValuePairs\": {".utf8
        for (position, pair) in record.record.pairs.enumerated() {
            bytes += (position == 0 ? "\n        " : ",\n        ").utf8
            JSONText.append(pair.key.utf8, to: &bytes)
            bytes += ": ".utf8
            JSONText.append(pair.value.utf8, to: &bytes)
        }
        bytes += (record.record.pairs.isEmpty ? "}\n    }" : "\n      }\n    }").utf8
    }

    public mutating func finish(to bytes: inout [UInt8]) throws(RecordsError) {
        bytes += (isFirst ? "]\n}\n" : "\n  ]\n}\n").utf8
    }
}

/// Writes one record a line: `{"id":"…","keyValuePairs":{…}}`. What is known of the collection is left out.
public struct JSONLinesWriter: ExchangeWriter {
    public init() {}

    public mutating func begin(_ collection: CollectionHead, to bytes: inout [UInt8]) throws(RecordsError) {}

    public mutating func append(_ record: IdentifiedRecord, to bytes: inout [UInt8]) throws(RecordsError) {
        bytes.append(UInt8(ascii: "{"))
        if let id = record.id {
            bytes += "\"id\":\"".utf8
            id.append(to: &bytes)
            bytes += "\",".utf8
        }
        bytes += "\"keyValuePairs\":{".utf8
        for (position, pair) in record.record.pairs.enumerated() {
            if position > 0 { bytes.append(UInt8(ascii: ",")) }
            JSONText.append(pair.key.utf8, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            JSONText.append(pair.value.utf8, to: &bytes)
        }
        bytes += "}}\n".utf8
    }

    public mutating func finish(to bytes: inout [UInt8]) throws(RecordsError) {}
}
