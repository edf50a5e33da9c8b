/// A name cut into runs of digits and of everything else.
public struct NaturalKey: Comparable {
    struct Part: Comparable {
        var number: UInt64?
        var text: String

        static func < (left: Part, right: Part) -> Bool {
            switch (left.number, right.number) {
            case (let a?, let b?): a != b ? a < b : left.text < right.text
            case (.some, nil): true
            case (nil, .some): false
            case (nil, nil): left.text < right.text
            }
        }
    }

    private var parts: [Part] = []

    public static func < (left: NaturalKey, right: NaturalKey) -> Bool { left.parts.lexicographicallyPrecedes(right.parts) }

    public init(_ name: Name) {
        let text = name.escaped.lowercased()
        var current = ""
        var isNumber = false
        for character in text {
            let digit = character.isASCII && character.isNumber
            if digit != isNumber, !current.isEmpty {
                parts.append(Part(number: isNumber ? UInt64(current) : nil, text: current))
                current = ""
            }
            isNumber = digit
            current.append(character)
        }
        if !current.isEmpty { parts.append(Part(number: isNumber ? UInt64(current) : nil, text: current)) }
    }
}
