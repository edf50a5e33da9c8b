import ShedModel

/// Actions as files, as the specification for actions of file managers has them (DES-EMA 0.15), which PCManFM-Qt heeds: a menu, and a file
/// for each of its items.
struct ActionFiles {
    /// The absolute path of the script of ``ActionScript``: UTF-8 without control characters.
    let script: String

    /// The files by their names, the menu last: until then nothing of it shows.
    var all: [(name: String, text: String)] {
        FileAction.allCases.map { ("\(Self.identifier($0)).desktop", item($0)) } + [("shed.desktop", menu)]
    }

    /// Their names, which do not depend on where the script stands.
    static var names: [String] { ActionFiles(script: "").all.map(\.name) }

    private static func identifier(_ action: FileAction) -> String { "shed-\(action.rawValue)" }

    private var menu: String {
        """
        [Desktop Entry]
        Type=Menu
        Name=shed
        ItemsList=\(FileAction.allCases.map { Self.identifier($0) + ";" }.joined())

        """
    }

    /// `%F` are the selected paths, each quoted for the shell. What the script says of them decides whether the item is
    /// shown: by what it prints, as the specification has it, and by its code, which alone PCManFM-Qt goes by.
    private func item(_ action: FileAction) -> String {
        let run = Autostart.string(ShellWord.literal(script).split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%"))
        let names = FileAction.languages.map { "Name[\($0.rawValue)]=\(action.title($0))" }
        let tooltips = FileAction.languages.map { "Tooltip[\($0.rawValue)]=\(action.comment($0))" }
        return """
            [Desktop Entry]
            Type=Action
            Name=\(action.title())
            \(names.joined(separator: "\n"))
            Tooltip=\(action.comment())
            \(tooltips.joined(separator: "\n"))
            Icon=\(action.icon)
            TargetContext=true
            TargetLocation=true
            Profiles=run;

            [X-Action-Profile run]
            MimeTypes=\(action.takesFiles ? action.takesFolders ? "all/all" : "all/allfiles" : "inode/directory");
            SelectionCount=\(action == .check || action.takesFiles && action != .history ? ">0" : "=1")
            ShowIfTrue=\(run) fits \(action.rawValue) %F
            Exec=\(run) \(action.rawValue) %F

            """
    }
}
