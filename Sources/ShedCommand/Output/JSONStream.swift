import ShedModel
import ShedProject

/// JSON that a verb prints, in the form for people, passed on in pieces while it is made: for what has as many values as there are files,
/// which are never all in memory at once. The bytes are those that ``Output/json(_:)`` prints.
package struct JSONStream {
    private static let piece = 64 << 10
    private var writer = JSONWriter()
    private let output: Output

    fileprivate init(_ output: Output) { self.output = output }

    /// Begins an object, whose members follow up to its ``end()``.
    package mutating func beginObject() { writer.beginObject() }

    /// Begins a member that is an array, whose values follow up to its ``end()``.
    package mutating func beginArray(_ name: String) {
        writer.name(name)
        writer.beginArray()
    }

    /// Begins an array, whose values follow up to its ``end()``.
    package mutating func beginArray() { writer.beginArray() }

    /// Ends the array or object that was begun last.
    package mutating func end() { writer.end() }

    package mutating func value(_ value: JSONValue) throws(ShedError) {
        writer.value(value)
        try passOn()
    }

    package mutating func member(_ member: JSONObject.Member) throws(ShedError) {
        writer.member(member)
        try passOn()
    }

    package mutating func members(_ members: [JSONObject.Member]) throws(ShedError) {
        for member in members { try self.member(member) }
    }

    /// A member that is an array of values, each made when it is its turn.
    package mutating func member(_ name: String, each values: some Sequence<JSONValue>) throws(ShedError) {
        writer.name(name)
        try array(values)
    }

    fileprivate mutating func array(_ values: some Sequence<JSONValue>) throws(ShedError) {
        writer.beginArray()
        for value in values { try self.value(value) }
        writer.end()
    }

    private mutating func passOn() throws(ShedError) {
        if writer.bytes.count >= JSONStream.piece { try output.pass(json: writer.take()) }
    }

    fileprivate mutating func finish() throws(ShedError) { try output.pass(json: writer.take()) }
}

extension Output {
    /// JSON in the form for people, printed while it is made.
    ///
    /// Verbs use it where nothing can go wrong any more: what was printed is printed.
    package func json(_ body: (inout JSONStream) throws(ShedError) -> Void) throws(ShedError) {
        var stream = JSONStream(self)
        try body(&stream)
        try stream.finish()
    }

    /// The same of an array of values, each made when it is its turn.
    package func json(each values: some Sequence<JSONValue>) throws(ShedError) {
        try json { stream throws(ShedError) in try stream.array(values) }
    }
}
