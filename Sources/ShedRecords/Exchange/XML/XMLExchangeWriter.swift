import ShedModel

/// Writes `<collection id name><record id><pair key>value</pair></record></collection>`, XML 1.0 in UTF-8.
///
/// A text that holds a character that XML cannot is written in base64, and an attribute says so.
public struct XMLExchangeWriter: ExchangeWriter {
    private var isFirst = true

    public init() {}

    public mutating func begin(_ collection: CollectionHead, to bytes: inout [UInt8]) throws(RecordsError) {
        bytes += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<collection".utf8
        XMLExchangeWriter.append(collection.id, to: &bytes)
        if let name = collection.name { XMLExchangeWriter.append(name, as: "name", encoding: "nameEncoding", to: &bytes) }
        bytes += ">\n".utf8
    }

    public mutating func append(_ record: IdentifiedRecord, to bytes: inout [UInt8]) throws(RecordsError) {
        bytes += "  <record".utf8
        XMLExchangeWriter.append(record.id, to: &bytes)
        guard !record.record.pairs.isEmpty else {
            bytes += "/>\n".utf8
            return
        }
        bytes += ">\n".utf8
        for pair in record.record.pairs {
            bytes += "    <pair".utf8
            XMLExchangeWriter.append(pair.key, as: "key", encoding: "keyEncoding", to: &bytes)
            if XMLText.canHold(Array(pair.value.utf8)) {
                bytes.append(UInt8(ascii: ">"))
                XMLText.append(pair.value.utf8, isAttribute: false, to: &bytes)
            } else {
                bytes += " encoding=\"base64\">".utf8
                bytes += Base64.encode(Array(pair.value.utf8)).utf8
            }
            bytes += "</pair>\n".utf8
        }
        bytes += "  </record>\n".utf8
    }

    public mutating func finish(to bytes: inout [UInt8]) throws(RecordsError) {
        bytes += "</collection>\n".utf8
    }

    private static func append(_ id: NodeID?, to bytes: inout [UInt8]) {
        guard let id else { return }
        bytes += " id=\"".utf8
        id.append(to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    private static func append(_ text: String, as attribute: String, encoding: String, to bytes: inout [UInt8]) {
        let content = Array(text.utf8)
        bytes += " \(attribute)=\"".utf8
        if XMLText.canHold(content) {
            XMLText.append(content, isAttribute: true, to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        } else {
            bytes += "\(Base64.encode(content))\" \(encoding)=\"base64\"".utf8
        }
    }
}
