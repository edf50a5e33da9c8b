import Glibc
import ShedMessages
import ShedModel
import ShedProject
import ShedReconcile
import ShedService

/// The buttons on a notification: the commands that “shed status” names, and the folder in the file manager.
///
/// There are none where a path is not UTF-8, which no command line of theirs could hold.
struct NoticeActions {
    private let program: String
    private let root: String
    private let environment: [String: String]
    private let catalogue: Catalogue

    /// `nil` where nobody knows what program this is, or the root is not UTF-8.
    init?(in home: ProjectHome, _ catalogue: Catalogue, environment: [String: String] = ServiceEnvironment.current()) {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        guard let root = String(validating: home.path, as: UTF8.self) else { return nil }
        program = String(cString: path)
        self.root = root
        // Whatever stands at that path when a button is pressed.
        self.environment = environment.merging(["SHED_PROJECT": "\(home.file.id)"]) { $1 }
        self.catalogue = catalogue
    }

    /// - Parameter entry: the number in “shed undo --list” of what was done; `nil` where nothing can be taken back.
    func actions(for moves: [Move], entry: Int?) -> [NotificationAction] {
        var result: [NotificationAction] = []
        if let entry {
            let undo = shed("undo", "\(entry)", "--yes")
            result.append(NotificationAction("undo:\(entry):\(root)", label: catalogue.text(.putBackButton), commands: [undo], environment: environment))
            if let folder = folderToAllow(moves) {
                let allow = NotificationAction(
                    "allow:\(entry):\(root)", label: catalogue.text(.allowButton(folder: folder)), commands: [shed("allow", "--", folder, "both"), undo], environment: environment)
                result.append(allow)
            }
        }
        // Put back or refused, it is there.
        if let folder = moves.first?.to.parent.text { result += open(folder) }
        return result
    }

    private func shed(_ words: String...) -> [String] { [program, "-C", root, "--quiet"] + words }

    /// The one folder that would have to accept more; `nil` where that would not help, or it is several.
    private func folderToAllow(_ moves: [Move]) -> String? {
        guard let folder = moves.first?.refusal.place?.parent, !folder.isRoot,
            moves.allSatisfy({ $0.refusal.allowingCommand != nil && $0.refusal.place?.parent == folder })
        else { return nil }
        return folder.text
    }

    /// By the file manager that answers on the bus: what the daemon starts itself has its sandbox. Else by xdg-open(1).
    ///
    /// Source: the specification “File Manager D-Bus Interface”.
    private func open(_ folder: String) -> [NotificationAction] {
        let place = folder.isEmpty ? root : "\(root)/\(folder)"
        // As a folder, and as nothing else.
        let path = place + "/"
        var ways: [[String]] = []
        if let program = ProgramPath.find("gdbus", environment: environment) {
            let call = [
                "call", "--session", "--dest", "org.freedesktop.FileManager1", "--object-path", "/org/freedesktop/FileManager1",
                "--method", "org.freedesktop.FileManager1.ShowFolders",
            ]
            ways.append([program] + call + ["[\"file://\(DesktopTrash.percentEncoded(Array(path.utf8)))\"]", "''"])
        }
        if let program = ProgramPath.find("xdg-open", environment: environment) { ways.append([program, path]) }
        guard !ways.isEmpty else { return [] }
        return [NotificationAction("open:\(path)", label: catalogue.text(.openButton)) { [ways, environment] in
            // By then a file may stand there, which would be opened by who knows what.
            let folder = Glibc.open(place, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard folder >= 0 else { return "\(EscapedText.escape(Array(place.utf8))): \(String(cString: strerror(errno)))" }
            close(folder)
            var failure: String?
            for way in ways {
                failure = NotificationAction.perform(way, environment)
                if failure == nil { return nil }
            }
            return failure
        }]
    }
}

extension RelativePath {
    /// `nil` where it is not UTF-8.
    fileprivate var text: String? { String(validating: bytes, as: UTF8.self) }
}
