import Glibc
import ShedDisk
import ShedMessages
import ShedModel
import ShedProject
import ShedTOML

/// What a person has set for all projects: `shed/config.toml` in the folder for settings (Documentation/Settings.md).
struct UserSettings {
    /// Whether text for people is without symbols, as with `--plain`.
    var isPlain = false
    /// The language that shed speaks, whatever the locale is; `nil`: that of the locale.
    var language: Language?
    /// Roots of others that are changed all the same: absolute paths.
    var safeDirectories: [[UInt8]] = []
    /// What this device is called in the projects that it writes into; `nil`: it does not say.
    var deviceName = HostName.current()
    /// What is said to the person: that a setting is not heeded.
    var warning: Message?

    /// The longest file that is read, in bytes.
    private static let longest = 64 << 10

    /// Nothing is set.
    init() {}

    /// - Parameters:
    ///   - environment: `XDG_CONFIG_HOME` or `HOME` says where the file is.
    ///   - user: whose it is to be, where it says what else may be changed.
    /// - Throws: ``ShedError`` of kind environment for a key that is unknown or has a wrong value, with its line. A file that is not
    ///   there sets nothing.
    init(_ environment: [String: String], user: UInt32 = geteuid()) throws(ShedError) {
        guard let label = Surroundings.settingsFile(environment), let path = try? RealPath.of(Array(label.utf8)),
            let slash = path.lastIndex(of: UInt8(ascii: "/"))
        else { return }
        if let obstacle = PersonalFile.obstacle(at: Array(label.utf8)) { throw ShedError(.environment, obstacle, remedy: .checkThePath) }
        let bytes: [UInt8]
        do throws(DiskError) {
            bytes = try DirectoryHandle(pathBytes: Array(path[...slash])).read(Name(bytes: Array(path[(slash + 1)...])), atMost: UserSettings.longest)
        } catch { throw ShedError(.environment, "cannot read \(label): \(error)", remedy: "Mend or remove the file.") }
        let table: TOMLTable
        do throws(TOMLError) { table = try TOMLTable(parsing: bytes) } catch {
            // It quotes what it saw, which may be the line's end.
            throw UserSettings.fault(label, error.position?.line, EscapedText.escape(Array(error.message.utf8)).replacing("\n", with: "\\n"))
        }
        for entry in table.sortedEntries {
            let line = entry.position.line
            switch entry.key {
            case "plain":
                guard let isPlain = entry.value.bool else { throw UserSettings.fault(label, line, "“plain” must be true or false") }
                self.isPlain = isPlain
            case "language":
                guard let language = entry.value.string.flatMap(Language.init(spoken:)) else {
                    throw UserSettings.fault(label, line, "“language” must be one of \(Catalogue.languages.map { "“\($0)”" }.joined(separator: ", "))")
                }
                self.language = language
            case "safe-directories":
                safeDirectories = try UserSettings.directories(entry.value, label, line)
                guard safeDirectories.isEmpty || UserSettings.isOwn(path, user) && UserSettings.isOwn(Array(path[...slash]), user) else {
                    safeDirectories = []
                    warning = .safeDirectoriesLeftOut(path: EscapedText.escape(path))
                    continue
                }
            case "device-name":
                guard let name = entry.value.string, name.isEmpty || DeviceField.isPossible(name) else {
                    throw UserSettings.fault(label, line, "“device-name” must be a text of at most \(DeviceField.longestName) bytes; an empty one says nothing")
                }
                deviceName = name.isEmpty ? nil : name
            default:
                throw UserSettings.fault(label, line, "“\(EscapedText.escape(Array(entry.key.utf8)))” is no setting; settings are device-name, language, plain and safe-directories")
            }
        }
    }

    /// Whether nobody but the person and root may write a file or directory. The person's own group has nobody else in it where files
    /// are made writable for it (`USERGROUPS_ENAB` of login.defs(5)).
    /// - Parameter path: without links.
    private static func isOwn(_ path: [UInt8], _ user: UInt32) -> Bool {
        var status = stat()
        guard lstat(path.cString, &status) == 0, status.st_uid == user || status.st_uid == 0 else { return false }
        return status.st_mode & 0o002 == 0 && (status.st_mode & 0o020 == 0 || status.st_gid == getegid())
    }

    private static func directories(_ value: TOMLValue, _ label: String, _ line: Int?) throws(ShedError) -> [[UInt8]] {
        guard let texts = value.array?.map(\.string) else {
            throw UserSettings.fault(label, line, "“safe-directories” must be an array of absolute paths")
        }
        return try texts.map { text throws(ShedError) in
            guard let text, text.hasPrefix("/"), !text.utf8.contains(0) else {
                let shown = text.map { "“\(EscapedText.escape(Array($0.utf8)))” in " } ?? ""
                throw UserSettings.fault(label, line, "\(shown)“safe-directories” is no absolute path; each directory is named in full, beginning with “/”")
            }
            return Array(text.utf8)
        }
    }

    private static func fault(_ label: String, _ line: Int?, _ reason: String) -> ShedError {
        ShedError(.environment, "\(label): \(line.map { "line \($0): " } ?? "")\(reason)", remedy: "Mend or remove the line.")
    }
}
