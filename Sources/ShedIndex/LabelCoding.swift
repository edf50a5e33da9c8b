import ShedModel

extension ByteWriter {
    /// Tags in the order of their IDs, then values; equal labels are equal bytes.
    mutating func labels(_ labels: NodeLabels) {
        count(labels.tags.count)
        for tag in labels.tags.sorted() { id(tag) }
        count(labels.values.count)
        for (variable, value) in labels.values.sorted(by: { $0.key < $1.key }) {
            id(variable)
            switch value {
            case .integer(let number):
                byte(0)
                signed(number)
            case .option(let option):
                byte(1)
                text(option)
            }
        }
    }

    mutating func label(_ record: LabelRecord) {
        text(record.key.kind.rawValue)
        id(record.key.id)
        stamp(record.first)
        stamp(record.last)
        count(record.fields.count)
        for (name, value) in record.fields.sorted(by: { $0.key < $1.key }) {
            text(name)
            text(value.compact)
        }
    }

    private mutating func stamp(_ stamp: Stamp) {
        fixed(stamp.time)
        fixed(stamp.replica.rawValue)
    }
}

extension ByteReader {
    mutating func labels() throws(Malformed) -> NodeLabels {
        var labels = NodeLabels()
        for _ in 0..<(try count(ofSize: 16)) { labels.tags.insert(try id()) }
        for _ in 0..<(try count(ofSize: 18)) {
            let variable = try id()
            switch try byte() {
            case 0: labels.values[variable] = .integer(try signed())
            case 1: labels.values[variable] = .option(try text())
            default: throw Malformed()
            }
        }
        return labels
    }

    mutating func label() throws(Malformed) -> LabelRecord {
        guard let kind = LabelKind(rawValue: try text()) else { throw Malformed() }
        let key = LabelKey(kind, try id())
        let (first, last) = (try stamp(), try stamp())
        var fields: [String: JSONValue] = [:]
        for _ in 0..<(try count(ofSize: 2)) {
            let name = try text()
            guard let value = try? JSONParser.parse(try data()) else { throw Malformed() }
            fields[name] = value
        }
        return LabelRecord(key, first: first, last: last, fields: fields)
    }

    private mutating func stamp() throws(Malformed) -> Stamp {
        Stamp(time: try fixed(), replica: ReplicaID(rawValue: try fixed()))
    }
}
