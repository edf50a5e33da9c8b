import CCrypto

/// SHA-256 (FIPS 180-4) of bytes that come one after the other. A copy goes on by itself.
public struct SHA256: Sendable {
    private var context = SHA256_CTX()

    public init() { SHA256_Init(&context) }

    /// Takes in bytes that follow those taken in before.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        // What is empty may have no address.
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
        SHA256_Update(&context, start, bytes.count)
    }

    /// Takes in bytes that follow those taken in before.
    public mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

    /// The 32 bytes of the hash of what was taken in so far.
    public func digest() -> [UInt8] {
        var context = context
        return [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { buffer, count in
            SHA256_Final(buffer.baseAddress, &context)
            count = Int(SHA256_DIGEST_LENGTH)
        }
    }

    /// The 32 bytes of the hash of bytes that are there as a whole.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.digest()
    }
}
