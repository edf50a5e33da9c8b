/// A desktop entry that starts the daemon at login, where no systemd does (Desktop Application Autostart
/// Specification; Desktop Entry Specification 1.5).
public struct Autostart: Sendable {
    /// The entry's file name.
    public static let name = "shed.desktop"

    private let command: ServiceCommand
    private let environment: [(name: String, value: String)]

    /// - Parameters:
    ///   - executable: the absolute path of shed.
    ///   - environment: as of ``ServiceUnit``.
    /// - Throws: ``ServiceError`` for a path that an entry cannot hold.
    public init(executable: [UInt8], environment: [String: String]) throws(ServiceError) {
        command = try ServiceCommand(executable: executable)
        self.environment = try LastingVariables.of(environment)
    }

    /// The text of the entry, without the mark of ``OwnedFile``.
    public var text: String {
        """
        [Desktop Entry]
        Type=Application
        Name=shed
        Comment=Keeps projects true
        TryExec=\(Self.string(command.executable))
        Exec=\(Self.string(words.map(Self.argument).joined(separator: " ")))
        Terminal=false
        NoDisplay=true

        """
    }

    private var words: [String] {
        // A program's path may not hold `=`, and env(1) would take such a path for a variable.
        let words = command.words(unlessHolding: ["="])
        return environment.isEmpty ? words : ["/usr/bin/env"] + environment.map { "\($0.name)=\($0.value)" } + words
    }

    /// A word of `Exec`: in quotes, with `"`, `` ` ``, `$` and `\` escaped; `%` begins a field code.
    static func argument(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "+"):
                true
            default: false
            }
        }
        if isPlain { return word }
        var result = "\""
        for scalar in word.unicodeScalars {
            switch scalar {
            case "\"", "`", "$", "\\": result += "\\"
            case "%": result += "%"
            default: break
            }
            result.unicodeScalars.append(scalar)
        }
        return result + "\""
    }

    /// A value of type string. It is read before the quotes are, so a backslash of theirs is escaped again.
    static func string(_ text: String) -> String {
        text.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\")
    }
}
