import CCrypto

/// SHA-1 (FIPS 180-4), for UUIDs of version 5 and nothing else: who wants two texts of one hash can make them.
public enum SHA1 {
    /// The 20 bytes of the hash.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var context = SHA_CTX()
        SHA1_Init(&context)
        if !bytes.isEmpty { SHA1_Update(&context, bytes, bytes.count) }
        return [UInt8](unsafeUninitializedCapacity: Int(SHA_DIGEST_LENGTH)) { buffer, count in
            SHA1_Final(buffer.baseAddress, &context)
            count = Int(SHA_DIGEST_LENGTH)
        }
    }
}
