import ShedModel

/// The variables that the service must have as they were when it was installed.
enum LastingVariables {
    /// Those that are set, in a fixed order.
    /// - Throws: ``ServiceError`` for a value that no unit and no desktop entry can hold.
    static func of(_ environment: [String: String]) throws(ServiceError) -> [(name: String, value: String)] {
        var result: [(name: String, value: String)] = []
        for name in ServiceEnvironment.lasting {
            guard let value = environment[name], !value.isEmpty else { continue }
            guard !value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
                throw ServiceError(
                    .environment, "\(name) holds control characters: “\(EscapedText.escape(Array(value.utf8)))”",
                    remedy: "Set it to a path without them.")
            }
            result.append((name, value))
        }
        return result
    }
}
