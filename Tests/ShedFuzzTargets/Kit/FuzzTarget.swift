/// What must hold of a target and does not.
public struct BrokenInvariant: Error, CustomStringConvertible {
    public let description: String
}

/// Something that is given bytes of any origin, with what must hold of it whatever they are. A trap is a fault too.
public struct FuzzTarget: Sendable {
    /// Names its folder in `Fixtures/fuzz`.
    public let name: String
    /// What is put into its inputs besides the ``Extremes/words``.
    public let words: [String]
    /// Inputs to begin with: most are well-formed, since what is not is refused early.
    public let seeds: [[UInt8]]
    /// How many inputs a short run makes of them.
    public let executions: Int
    private let body: @Sendable ([UInt8]) throws(BrokenInvariant) -> Void

    /// Longer inputs are not made: 4 KiB.
    public static let longest = 4_096

    init(
        _ name: String, words: [String] = [], seeds: [[UInt8]], executions: Int = 2_000,
        _ body: @escaping @Sendable ([UInt8]) throws(BrokenInvariant) -> Void
    ) {
        self.name = name
        self.words = words
        self.seeds = seeds
        self.executions = executions
        self.body = body
    }

    /// - Parameter texts: inputs to begin with.
    init(
        _ name: String, words: [String] = [], texts: [String], executions: Int = 2_000,
        _ body: @escaping @Sendable ([UInt8]) throws(BrokenInvariant) -> Void
    ) {
        self.init(name, words: words, seeds: texts.map { Array($0.utf8) }, executions: executions, body)
    }

    /// Gives it an input.
    /// - Throws: what does not hold.
    public func run(_ input: [UInt8]) throws(BrokenInvariant) { try body(input) }

    /// All there are, each under its own name.
    public static let all: [FuzzTarget] = ofSidecar + ofProject + ofRecords + ofPapers + ofText + ofOffice + ofExports + ofImporting + ofCompiling + ofSubmissions
}

/// Throws where something that must hold does not.
func require(_ holds: Bool, _ what: @autoclosure () -> String) throws(BrokenInvariant) {
    if !holds { throw BrokenInvariant(description: what()) }
}
