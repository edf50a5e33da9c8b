/// A service menu of KDE's file managers (KIO 5.85 and later, Plasma 5 and 6): a desktop entry with an action for each
/// item (Desktop Entry Specification 1.5; `KFileItemActions` of KIO). KIO heeds it only if it may be run.
struct ServiceMenu {
    static let name = "shed.desktop"

    /// The absolute path of the script of ``ActionScript``: UTF-8 without control characters.
    let script: String

    /// The text of the entry, without the mark of ``OwnedFile``. Every file is an `application/octet-stream`, too.
    var text: String {
        """
        [Desktop Entry]
        Type=Service
        Name=shed
        MimeType=inode/directory;application/octet-stream;
        Actions=\(FileAction.allCases.map { "\($0.rawValue);" }.joined())
        X-KDE-Submenu=shed

        """ + FileAction.allCases.map(item).joined()
    }

    private func item(_ action: FileAction) -> String {
        """

        [Desktop Action \(action.rawValue)]
        Name=\(action.title())
        \(FileAction.languages.map { "Name[\($0.rawValue)]=\(action.title($0))" }.joined(separator: "\n"))
        Icon=\(action.icon)
        Exec=\(Autostart.string("\(Autostart.argument(script)) \(action.rawValue) %F"))

        """
    }
}
