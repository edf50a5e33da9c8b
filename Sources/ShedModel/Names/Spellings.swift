/// Things by what they are called, found by the same letters whatever scalars these are made up of (Unicode's forms NFC and NFD): programs and
/// systems differ in which they write, and on Linux these are other names.
///
/// Swift's strings are alike where Unicode says that they are canonically equivalent (Unicode Standard Annex #15). Whoever looks for a name takes
/// what is called just so first, and asks here for the rest.
public struct Spellings<Value> {
    private var values: [String: [Value]] = [:]

    public init() {}

    /// - Parameter name: what is ASCII has one spelling and is not kept, nor is what is no UTF-8.
    public mutating func add(_ value: Value, called name: [UInt8]) {
        guard let text = Spellings.text(name) else { return }
        values[text, default: []].append(value)
    }

    /// All that are called so, in the order in which they were added.
    public func all(called name: [UInt8]) -> [Value] { Spellings.text(name).flatMap { values[$0] } ?? [] }

    /// What is called so, where it is the only one.
    public func only(called name: [UInt8]) -> Value? {
        let all = all(called: name)
        return all.count == 1 ? all[0] : nil
    }

    private static func text(_ name: [UInt8]) -> String? {
        name.allSatisfy { $0 < 0x80 } ? nil : String(validating: name, as: UTF8.self)
    }
}

extension Spellings: Sendable where Value: Sendable {}
