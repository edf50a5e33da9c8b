import ShedHash
import Testing

/// The examples of FIPS 180-4 (csrc.nist.gov, “Examples with Intermediate Values”), and of RFC 6234.
@Suite struct `A hash` {
    private func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
        ),
    ])
    func `is that of the standard's example`(text: String, sha256: String, sha1: String) {
        #expect(hexadecimal(SHA256.hash(Array(text.utf8))) == sha256)
        #expect(hexadecimal(SHA1.hash(Array(text.utf8))) == sha1)
    }

    @Test func `of a million letters is that of the standard's example`() {
        let letters = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        #expect(hexadecimal(SHA256.hash(letters)) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
        #expect(hexadecimal(SHA1.hash(letters)) == "34aa973cd4c4daa4f61eeb2bdbad27316534016f")
    }

    @Test(arguments: [1, 3, 55, 63, 64, 65, 127])
    func `is the same in whatever pieces bytes come`(length: Int) {
        let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 5) }
        var hash = SHA256()
        for start in stride(from: 0, to: bytes.count, by: length) {
            bytes[start..<min(start + length, bytes.count)].withUnsafeBytes { hash.update($0) }
            hash.update([])
        }
        #expect(hash.digest() == SHA256.hash(bytes))
    }

    @Test func `is told of what was taken in so far, and a copy goes on by itself`() {
        var hash = SHA256()
        hash.update(Array("abc".utf8))
        var copy = hash
        #expect(hash.digest() == SHA256.hash(Array("abc".utf8)))
        copy.update(Array("d".utf8))
        hash.update(Array("e".utf8))
        #expect(copy.digest() == SHA256.hash(Array("abcd".utf8)))
        #expect(hash.digest() == SHA256.hash(Array("abce".utf8)))
    }
}
