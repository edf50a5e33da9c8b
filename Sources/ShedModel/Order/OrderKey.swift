/// A place in an order that people chose (the field `order` of a node): between any two there is room for another, so that
/// putting one thing elsewhere writes nothing about the others.
///
/// The text of a number in base 62, which sorts as the number does, byte by byte: a whole part, which says its own length by its
/// first letter (`a0` … `az`, `b00` … `bzz`, …; below zero `Z0` … `Zz`, `Y00` …), and a fraction that does not end in 0. Appending
/// counts on, and so needs few digits; only what goes between others needs a fraction. Documentation/Sidecar.md has the format.
public struct OrderKey: Hashable, Sendable, CustomStringConvertible {
    /// In bytes. Of what others wrote, a longer one is no key.
    public static let longest = 64

    /// ASCII.
    private let digits: [UInt8]

    fileprivate init(unchecked digits: [UInt8]) { self.digits = digits }

    /// `nil` for what is no key.
    public init?(_ text: String) { self.init(ascii: text.utf8) }

    /// `nil` for what is no key.
    public init?(ascii text: some Collection<UInt8>) {
        guard text.count <= OrderKey.longest else { return nil }
        let digits = Array(text)
        guard let count = OrderKey.wholeLength(digits), digits.allSatisfy({ Base62.value($0) != nil }),
            digits.count == count || digits.last != Base62.zero, digits != OrderKey.least
        else { return nil }
        self.digits = digits
    }

    public var description: String { String(decoding: digits, as: UTF8.self) }

    /// Of the whole part; `nil` where that is not whole.
    private static func wholeLength(_ digits: [UInt8]) -> Int? {
        let count: Int? = switch digits.first {
        case let head? where (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(head): Int(head - UInt8(ascii: "a")) + 2
        case let head? where (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(head): Int(UInt8(ascii: "Z") - head) + 2
        default: nil
        }
        return count.flatMap { $0 <= digits.count ? $0 : nil }
    }

    private var whole: [UInt8] { Array(digits.prefix(OrderKey.wholeLength(digits) ?? 0)) }
    private var fraction: ArraySlice<UInt8> { digits.dropFirst(OrderKey.wholeLength(digits) ?? 0) }

    /// The least whole part. It is no key by itself: nothing would come before it.
    private static let least = [UInt8(ascii: "A")] + Array(repeating: Base62.zero, count: 26)

    // MARK: Making

    /// The key of the first of all.
    public static let first = OrderKey(unchecked: Array("a0".utf8))

    /// A key between two; `nil` on a side is the end of the order there.
    /// - Returns: `nil` where there is none of ``longest`` bytes, or the two are not in this order: then all have to get new ones
    ///   (``keys(_:after:before:)`` between the ends).
    public static func between(_ left: OrderKey?, _ right: OrderKey?) -> OrderKey? {
        if let left, let right, left >= right { return nil }
        let digits: [UInt8]
        switch (left, right) {
        case (nil, nil): return first
        case (let left?, nil): digits = next(to: left.whole) ?? left.whole + Base62.middle(left.fraction, nil)
        case (nil, let right?):
            if !right.fraction.isEmpty, right.whole != least {
                digits = right.whole
            } else if let former = former(to: right.whole), former != least {
                digits = former
            } else {
                digits = least + Base62.middle([], right.whole == least ? right.fraction : nil)
            }
        case (let left?, let right?):
            if left.whole == right.whole {
                digits = left.whole + Base62.middle(left.fraction, right.fraction)
            } else if let next = next(to: left.whole), OrderKey(unchecked: next) < right {
                digits = next
            } else {
                digits = left.whole + Base62.middle(left.fraction, nil)
            }
        }
        return digits.count <= longest ? OrderKey(unchecked: digits) : nil
    }

    /// So many keys between two, ascending, as short as there are: counted on at an end, and spread evenly between two.
    /// - Returns: `nil` as ``between(_:_:)``.
    public static func keys(_ count: Int, after left: OrderKey? = nil, before right: OrderKey? = nil) -> [OrderKey]? {
        guard count > 0 else { return [] }
        guard left != nil, right != nil else {
            var keys: [OrderKey] = []
            for _ in 0..<count {
                guard let key = right == nil ? between(keys.last ?? left, nil) : between(nil, keys.last ?? right) else { return nil }
                keys.append(key)
            }
            return right == nil ? keys : keys.reversed()
        }
        guard let middle = between(left, right), let before = keys(count / 2, after: left, before: middle),
            let after = keys(count - count / 2 - 1, after: middle, before: right)
        else { return nil }
        return before + [middle] + after
    }

    /// The whole part after one; `nil` after the last.
    private static func next(to whole: [UInt8]) -> [UInt8]? {
        var digits = whole
        for position in digits.indices.dropFirst().reversed() {
            if let next = Base62.after(digits[position]) {
                digits[position] = next
                return digits
            }
            digits[position] = Base62.zero
        }
        switch digits[0] {
        case UInt8(ascii: "Z"): return first.digits
        case UInt8(ascii: "z"): return nil
        case let head where head < UInt8(ascii: "Z"): return [head + 1] + digits.dropFirst(2)
        case let head: return [head + 1] + digits.dropFirst() + [Base62.zero]
        }
    }

    /// The whole part before one; `nil` before the least.
    private static func former(to whole: [UInt8]) -> [UInt8]? {
        var digits = whole
        for position in digits.indices.dropFirst().reversed() {
            if let former = Base62.before(digits[position]) {
                digits[position] = former
                return digits
            }
            digits[position] = Base62.last
        }
        switch digits[0] {
        case UInt8(ascii: "a"): return [UInt8(ascii: "Z"), Base62.last]
        case UInt8(ascii: "A"): return nil
        case let head where head <= UInt8(ascii: "Z"): return [head - 1] + digits.dropFirst() + [Base62.last]
        case let head: return [head - 1] + digits.dropFirst(2)
        }
    }
}

extension OrderKey: Comparable {
    public static func < (left: OrderKey, right: OrderKey) -> Bool { left.digits.lexicographicallyPrecedes(right.digits) }
}

/// The digits 0–9, A–Z and a–z, in the order of their bytes.
private enum Base62 {
    static let zero = UInt8(ascii: "0")
    static let last = UInt8(ascii: "z")
    private static let all = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

    static func value(_ digit: UInt8) -> Int? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit - UInt8(ascii: "0"))
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(digit - UInt8(ascii: "A")) + 10
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit - UInt8(ascii: "a")) + 36
        default: nil
        }
    }

    static func after(_ digit: UInt8) -> UInt8? { digit == last ? nil : value(digit).map { all[$0 + 1] } }
    static func before(_ digit: UInt8) -> UInt8? { digit == zero ? nil : value(digit).map { all[$0 - 1] } }

    /// A fraction between two that do not end in 0, near to their middle.
    /// - Parameter right: greater than the left one; `nil` is 1.
    static func middle(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>?) -> [UInt8] {
        var (left, right) = (left, right)
        var digits: [UInt8] = []
        while true {
            let low = left.popFirst().flatMap(value) ?? 0
            let high = right.map { $0.first.flatMap(value) ?? 0 } ?? all.count
            if high - low > 1 { return digits + [all[(low + high + 1) / 2]] }
            digits.append(all[low])
            if high == low {
                right = right?.dropFirst()
            } else if let rest = right?.dropFirst(), !rest.isEmpty {
                // Shorter than the right one, and so less.
                return digits.dropLast() + [all[high]]
            } else {
                right = nil
            }
        }
    }
}
