import ShedHash
import ShedModel

extension NodeID {
    /// The UUID of version 5 (RFC 9562, section 5.5): SHA-1 over the namespace's 16 bytes and the name.
    public static func v5(namespace: NodeID, name: some Sequence<UInt8>) -> NodeID {
        var input: [UInt8] = []
        for word in [namespace.high, namespace.low] {
            for shift in stride(from: UInt64(56), through: 0, by: -8) { input.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        input += name
        let digest = SHA1.hash(input)
        let high = digest[0..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let low = digest[8..<16].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return NodeID(high: high & ~0xf000 | 0x5000, low: low & ~(0b11 << 62) | 0b10 << 62)
    }

    /// The ID that a copied project gives to what had another ID in the original: the name is the old ID's textual
    /// form, 36 bytes in lower case.
    public static func v5(namespace: NodeID, name: NodeID) -> NodeID {
        v5(namespace: namespace, name: name.description.utf8)
    }
}
