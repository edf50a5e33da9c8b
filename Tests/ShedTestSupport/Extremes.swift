import ShedModel

/// What others may write in place of a value: numbers at the ends of all ranges, texts that are empty, long or wrong, lists without
/// end, and what nests as deep as JSON is read.
public enum Extremes {
    /// Times and sizes.
    public static let integers: [Int64] = [
        .min, .min + 1, -(1 << 53) - 1, -62_135_596_800_001, -1, 0, 1, 255, 256, 1 << 31, 1 << 32, 1 << 53, 253_402_300_800_000, .max - 1, .max,
    ]

    public static let texts = ["", " ", "NaN", "-1", "9223372036854775808", "/", "..", "a/../b", "\u{0}", "\u{202e}", String(repeating: "x", count: 64 << 10)]

    public static let values: [JSONValue] =
        integers.map { .integer($0) } + texts.map { .string($0) }
        + ([1e308, -1e308, -0.0, .leastNonzeroMagnitude, 1.5] as [Double]).map { .number($0) } + [.null, true, false, [], [:], nested(levels: 50), wide]

    /// A list in a list, so often.
    private static func nested(levels: Int) -> JSONValue { (0..<levels).reduce([]) { value, _ in .array([value]) } }

    private static let wide: JSONValue = .array((0..<5_000).map { .integer($0) })

    /// Objects that have members of these names, with each extreme value in turn for each of them, and without it.
    /// - Parameter usual: as it should be.
    public static func objects(like usual: JSONObject) -> [JSONValue] {
        usual.members.flatMap { member -> [JSONValue] in
            var without = usual
            without[member.name] = nil
            return [.object(without)] + values.map { value in
                var object = usual
                object[member.name] = value
                return .object(object)
            }
        }
    }
}
