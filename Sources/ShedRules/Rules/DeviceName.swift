import ShedModel

/// A name should not be that of a device of Windows, whatever its extension.
///
/// `CON`, `PRN`, `AUX`, `NUL`, `COM1` to `COM9` and `LPT1` to `LPT9` are devices in every folder of Windows, in upper and
/// lower case, and with any extension: `Aux.txt` cannot be made or opened there. So are `COM¹`, `COM²`, `COM³` and the
/// same of `LPT`, and `CONIN$` and `CONOUT$`.
/// Source: Microsoft, “Naming Files, Paths, and Namespaces”.
///
/// To cure it: add something to the part before the first dot: `shed mv Draft/Aux.txt 'Draft/Aux (poem).txt'`.
public enum DeviceName: Rule {
    public static let info = RuleInfo(
        "device-name", "PRT002", .warning,
        summary: "A name should not be that of a device of Windows, whatever its extension.",
        cure: "Add something to the part of the name before the first dot.")

    /// Whether the part before the first dot is a device's name. Quick for all others.
    public static func isBroken(by bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count >= 3 else { return false }
        // “con”, “prn”, “aux”, “nul”, “com” and “lpt” as numbers.
        let start = UInt32(bytes[0] | 0x20) << 16 | UInt32(bytes[1] | 0x20) << 8 | UInt32(bytes[2] | 0x20)
        let isPort = start == 0x636f6d || start == 0x6c7074
        guard isPort || start == 0x636f6e || start == 0x70726e || start == 0x617578 || start == 0x6e756c else { return false }
        var stem = bytes[...]
        if let dot = bytes.firstIndex(of: UInt8(ascii: ".")) { stem = bytes[..<dot] }
        while stem.last == UInt8(ascii: " ") { stem.removeLast() }
        let rest = String(decoding: stem.dropFirst(3), as: UTF8.self)
        if isPort { return numbers.contains(rest) }
        return rest.isEmpty || start == 0x636f6e && ["in$", "out$"].contains(rest.lowercased())
    }

    private static let numbers: Set<String> = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "¹", "²", "³"]}
