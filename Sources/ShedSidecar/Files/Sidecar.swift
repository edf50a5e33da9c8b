import ShedDisk
import ShedModel

/// The `.shed/` directory of one project: its files, read and written. It knows no path outside of it.
public struct Sidecar: Sendable {
    /// `.shed/` itself.
    public let directory: DirectoryHandle

    /// The sidecar's name in the project's directory.
    public static let name: Name = ".shed"
    /// The file that people may edit.
    public static let settingsName: Name = "settings.toml"
    /// The name of the file that says which project this is.
    public static let projectName = ProjectFile.name
    /// The name of the file that holds the folder template.
    public static let templateName = Template.fileName

    /// Opens the sidecar of a project; a link in its place is not followed.
    /// - Throws: ``SidecarError/notAProject`` where there is none.
    public init(_ project: DirectoryHandle) throws(SidecarError) {
        do throws(DiskError) { directory = try project.openDirectory(Sidecar.name, create: false) } catch {
            throw error.code == .notFound ? .notAProject : .disk(error)
        }
    }

    /// Takes an open `.shed/` directory for the sidecar.
    public init(directory: DirectoryHandle) { self.directory = directory }

    /// Writes the files of a new sidecar into a directory that the caller made and that holds none of them.
    ///
    /// `project.json` comes last, since it is what makes the directory a sidecar. All is durable on return.
    /// - Parameter settings: the text of `settings.toml`, or `nil` for none.
    public static func create(
        project: ProjectFile, template: Template, settings: [UInt8]?, in directory: DirectoryHandle
    ) throws(SidecarError) -> Sidecar {
        do throws(DiskError) {
            _ = try directory.openDirectory(ops, create: true)
            if let settings { try directory.write(settingsName, settings, replacing: false) }
            try directory.write(GitAttributes.name, GitAttributes.bytes, replacing: false)
            try directory.write(Template.fileName, template.bytes, replacing: false)
            try directory.write(ProjectFile.name, project.bytes, replacing: false)
        } catch { throw .disk(error) }
        return Sidecar(directory: directory)
    }

    /// What the project is.
    /// - Throws: ``SidecarError/notAProject`` where the file is missing.
    public func projectFile() throws(SidecarError) -> ProjectFile {
        guard let bytes = try bytes(of: ProjectFile.name) else { throw .notAProject }
        return try ProjectFile(bytes: bytes)
    }

    /// Replaces `project.json` in one step: what makes a copied project a project of its own.
    public func replaceProjectFile(_ file: ProjectFile) throws(SidecarError) {
        do throws(DiskError) { try directory.write(ProjectFile.name, file.bytes, replacing: true) } catch { throw .disk(error) }
    }

    /// The template that is in force: the one that was put in place of another last, else the one that the project was made from.
    /// - Parameter left: the name of a file of ``templates`` that does not count; `nil`: all do.
    public func template(without left: Name? = nil) throws(SidecarError) -> Template {
        if let later = try laterTemplate(without: left) { return later }
        guard let bytes = try bytes(of: Template.fileName) else {
            throw .damaged(file: "template.json", reason: "it is missing")
        }
        return try Template(bytes: bytes)
    }

    /// The text of `settings.toml`, or `nil` where there is none.
    public func settings() throws(SidecarError) -> [UInt8]? { try bytes(of: Sidecar.settingsName) }

    private func bytes(of name: Name) throws(SidecarError) -> [UInt8]? {
        do throws(DiskError) { return try directory.read(name, atMost: ProjectFile.largest) } catch {
            switch error.code {
            case .notFound: return nil
            case .tooLarge: throw .damaged(file: name.escaped, reason: "it is larger than 1 MiB")
            default: throw .disk(error)
            }
        }
    }
}
