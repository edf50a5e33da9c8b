/// Where a pair stands in a file.
struct RecordToken {
    /// A string of the file, its quotation marks included.
    struct Text {
        var start: Int
        /// Behind the closing quotation mark.
        var end: Int
        var hasEscapes: Bool
    }

    var key: Text
    var value: Text
}
