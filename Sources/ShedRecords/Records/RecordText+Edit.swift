extension RecordText {
    /// Changes a record file and leaves all of it that need not change as it is: order, indentation, line ends, escapes.
    ///
    /// A new pair takes the white space of the pair before it. An object that was empty is written as ``encode(_:sorted:)``
    /// would, with the line ends of the file. A value that is set to what it is stays as it is written.
    /// - Parameter sorted: see ``Record/applying(_:sorted:)``.
    /// - Returns: a file that reads as the record with the changes applied.
    /// - Throws: what is wrong with the file or a change; if the file would become too long.
    public static func edit(_ bytes: [UInt8], _ changes: [RecordChange], sorted: Bool? = nil) throws(RecordsError) -> [UInt8] {
        let layout = try bytes.withUnsafeBufferPointer { (bytes) throws(RecordsError) in try RecordLayout(bytes) }
        var list = PairList(layout.record, sorted: sorted)
        for change in changes { try list.apply(change) }
        guard list.items.count <= mostPairs else {
            throw RecordsError("the record would have more than \(mostPairs) pairs", remedy: "Split the record.")
        }
        let result = layout.render(list.items, of: bytes)
        guard result.count <= largest else {
            throw RecordsError("the file would have more than \(largest >> 10) KiB", remedy: "Split the record.")
        }
        return result
    }
}
