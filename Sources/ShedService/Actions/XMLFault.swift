/// Why a file is not taken for XML.
struct XMLFault: Error, Equatable {
    /// From 1.
    var line: Int
    /// What is wrong, without a full stop.
    var reason: String
}
