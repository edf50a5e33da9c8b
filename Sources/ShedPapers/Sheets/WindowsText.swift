/// Text in Windows-1252, as far as it goes with Latin-1.
enum WindowsText {
    static func bytes(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { scalar in
            switch scalar.value {
            case 0x20...0x7e, 0xa0...0xff: UInt8(scalar.value)
            case 0x2013: 0x96
            case 0x2014: 0x97
            case 0x2018: 0x91
            case 0x2019: 0x92
            case 0x201c: 0x93
            case 0x201d: 0x94
            case 0x2026: 0x85
            case 0x20ac: 0x80
            default: UInt8(ascii: "?")
            }
        }
    }
}
