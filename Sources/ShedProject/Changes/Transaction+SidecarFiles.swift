import ShedDisk
import ShedMessages
import ShedModel
import ShedSidecar

/// A small file that a kind keeps in a folder of its own in the sidecar.
package struct SidecarFile: Hashable, Sendable {
    package var folder: Name
    package var name: Name

    /// Files of more bytes than this are not read.
    package static let largest = 4 << 20

    package init(_ name: Name, in folder: Name) {
        self.folder = folder
        self.name = name
    }

    /// From the project's root.
    package var path: RelativePath { RelativePath([Sidecar.name, folder, name]) }

    /// Whether it is a template of the project: one that is in force, or was.
    package var isTemplate: Bool { folder == Sidecar.templates }

    /// What it holds; `nil` where it is not there.
    package func read(in root: DirectoryHandle) throws(DiskError) -> [UInt8]? {
        do throws(DiskError) {
            return try root.openDirectory(Sidecar.name).openDirectory(folder).read(name, atMost: SidecarFile.largest)
        } catch {
            if error.code == .notFound { return nil }
            throw error
        }
    }
}

extension Transaction {
    /// Writes a file of the sidecar, or removes it, after what it held was written down.
    /// - Parameters:
    ///   - old: what it held; `nil` where it was not there.
    ///   - text: `nil` removes it.
    ///   - words: what is done by that, for who lists it.
    package func set(_ file: SidecarFile, from old: [UInt8]?, to text: [UInt8]?, saying words: Message? = nil) throws(ShedError) {
        guard old != text else { return }
        try requireWriting()
        let noted: [NotedStep]
        do throws(DiskError) { noted = try project.undo.note([.sidecar(.init(file: file, before: old, after: text))], saying: words) } catch { throw ShedError.unnoted(error) }
        do throws(DiskError) {
            // Also where it failed half way: what is in force is what stands there.
            defer { if file.folder == Sidecar.templates { home.reloadTemplate() } }
            let directory = try root.openDirectory(Sidecar.name).openDirectory(file.folder, create: true)
            if let text { return try directory.write(file.name, text, replacing: true) }
            if try directory.kind(of: file.name) != nil { try directory.removeFile(file.name) }
            try directory.sync()
        } catch {
            // On a full disk it still holds what it held.
            if error.isFromBefore || holds(file, old) { project.undo.retract(noted) }
            throw ShedError(error)
        }
    }

    /// Whether a file of the sidecar certainly holds something; `nil`: whether it is not there.
    private func holds(_ file: SidecarFile, _ text: [UInt8]?) -> Bool {
        do throws(DiskError) { return try file.read(in: root) == text } catch { return false }
    }
}
