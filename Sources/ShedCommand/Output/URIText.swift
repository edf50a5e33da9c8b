import ShedModel

/// Paths in URIs.
package enum URIText {
    /// A path with every byte percent-encoded that is neither unreserved (RFC 3986, section 2.3) nor a slash.
    package static func encode(_ path: [UInt8]) -> String {
        var result: [UInt8] = []
        for byte in path {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
                result.append(byte)
            default:
                result.append(UInt8(ascii: "%"))
                result += Hexadecimal.string(of: [byte]).uppercased().utf8
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
