/// A decimal number as JSON writes it: `-1.5e3`; no plus sign, no leading zeros, no white space.
///
/// Whole numbers within 64 bits are exact. All others are doubles, and finite. The order is that of the numbers
/// themselves: no whole number is rounded to be compared.
public enum RecordNumber: Sendable {
    case integer(Int64)
    case decimal(Double)

    /// Reads a number that fills all the bytes.
    public init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let number = RecordNumber.read(bytes) else { return nil }
        self = number
    }

    public init?(_ text: String) {
        var text = text
        guard let number = text.withUTF8({ RecordNumber.read($0) }) else { return nil }
        self = number
    }

    /// The exact whole number; `nil` for one that was written with a fraction or an exponent, or is too large.
    public var integer: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }

    private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> RecordNumber? {
        var position = 0
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative { position = 1 }
        var mantissa: UInt64 = 0
        var isExact = true
        func digits() -> Int {
            let start = position
            while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 {
                let (product, overflow) = mantissa.multipliedReportingOverflow(by: 10)
                let (sum, carry) = product.addingReportingOverflow(UInt64(bytes[position] &- UInt8(ascii: "0")))
                if overflow || carry { isExact = false } else { mantissa = sum }
                position += 1
            }
            return position - start
        }
        let whole = digits()
        guard whole > 0, whole == 1 || bytes[position - whole] != UInt8(ascii: "0") else { return nil }
        if position == bytes.count, isExact {
            if isNegative, mantissa <= UInt64(Int64.max) + 1 { return .integer(Int64(truncatingIfNeeded: 0 &- mantissa)) }
            if !isNegative, mantissa <= UInt64(Int64.max) { return .integer(Int64(mantissa)) }
        }
        var scale = 0
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position += 1
            scale = -digits()
            guard scale < 0 else { return nil }
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            guard let exponent = exponent(bytes, &position) else { return nil }
            scale += exponent
        }
        guard position == bytes.count else { return nil }
        return value(mantissa, isExact ? scale : nil, isNegative, bytes)
    }

    /// The exponent behind the `e` at the position; beyond 100,000 it does not matter how large it is.
    private static func exponent(_ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> Int? {
        position += 1
        var sign = 1
        if position < bytes.count, bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") {
            sign = bytes[position] == UInt8(ascii: "-") ? -1 : 1
            position += 1
        }
        let start = position
        var exponent = 0
        while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 {
            exponent = min(100_000, exponent * 10 + Int(bytes[position] &- UInt8(ascii: "0")))
            position += 1
        }
        return position > start ? sign * exponent : nil
    }

    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    private static func value(
        _ mantissa: UInt64, _ scale: Int?, _ isNegative: Bool, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> RecordNumber? {
        // Both are exact doubles then, so that their product or quotient is the nearest one (Clinger 1990).
        if let scale, mantissa < 1 << 53, abs(scale) < powers.count {
            let value = scale < 0 ? Double(mantissa) / powers[-scale] : Double(mantissa) * powers[scale]
            return .decimal(isNegative ? -value : value)
        }
        // A number of so many digits is no number that anybody wrote.
        guard bytes.count <= 4096, let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite else { return nil }
        return .decimal(value)
    }
}

extension RecordNumber: Comparable {
    public static func == (left: RecordNumber, right: RecordNumber) -> Bool { left.order(to: right) == 0 }
    public static func < (left: RecordNumber, right: RecordNumber) -> Bool { left.order(to: right) < 0 }

    /// Less than, equal to or greater than 0 as this number is than the other.
    func order(to other: RecordNumber) -> Int {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): left < right ? -1 : left > right ? 1 : 0
        case (.decimal(let left), .decimal(let right)): left < right ? -1 : left > right ? 1 : 0
        case (.integer(let left), .decimal(let right)): RecordNumber.order(left, right)
        case (.decimal(let left), .integer(let right)): -RecordNumber.order(right, left)
        }
    }

    private static func order(_ left: Int64, _ right: Double) -> Int {
        if right >= 0x1p63 { return -1 }
        if right < -0x1p63 { return 1 }
        let whole = Int64(exactly: right.rounded(.down)) ?? .max
        if left != whole { return left < whole ? -1 : 1 }
        return right > Double(whole) ? -1 : 0
    }
}
