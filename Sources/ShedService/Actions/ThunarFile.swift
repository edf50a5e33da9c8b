import Glibc
import ShedDisk
import ShedModel

/// Thunar's file of custom actions on the disk, which is a person's: read bounded, changed in one step, and what it
/// held before kept beside it.
struct ThunarFile {
    static let name = "uca.xml"
    /// In bytes; a hundred actions with names in all languages are less.
    private static let largest = 1 << 20

    let directory: String
    /// Where the system's own file may stand, the first first (`XDG_CONFIG_DIRS`). Thunar reads it as long as a person
    /// has none, so a new one begins as a copy of it.
    let systemDirectories: [String]

    var path: String { "\(directory)/\(Self.name)" }

    /// What the file holds; `nil` if there is none.
    /// - Throws: ``ServiceError`` for a link, anything else that is no file, and a file of more than 1 MiB.
    func read() throws(ServiceError) -> [UInt8]? { try Self.read(directory) }

    /// What a new file begins as.
    func beginning() -> [UInt8] {
        for directory in systemDirectories {
            if let bytes = try? Self.read(directory), (try? XMLOutline(bytes))?.elements[0].name == "actions" { return bytes }
        }
        return ThunarActions.empty
    }

    private static func read(_ directory: String) throws(ServiceError) -> [UInt8]? {
        do throws(DiskError) {
            return try DirectoryHandle(path: directory).read(Name(name), atMost: largest)
        } catch {
            if error.code == .notFound { return nil }
            throw ServiceError(error)
        }
    }

    /// Writes a file where there is none.
    func create(_ bytes: [UInt8]) throws(ServiceError) {
        OwnedFile.makeDirectories(directory)
        do throws(DiskError) {
            try DirectoryHandle(path: directory).write(Name(Self.name), bytes, replacing: false)
        } catch { throw ServiceError(error) }
    }

    /// The name under which the next content that is replaced would be kept, as far as one can see now.
    func nextBackup() -> String {
        var status = stat()
        for number in 1..<1_000 where lstat(backup(number), &status) != 0 { return backup(number) }
        return backup(1_000)
    }

    private func backup(_ number: Int) -> String { "\(path).bak" + (number == 1 ? "" : String(number)) }

    /// Puts other content in the file's place. Permissions stay; the file that was there is kept whole.
    /// - Parameter old: what it must still hold.
    /// - Returns: the path of what was there.
    func replace(_ old: [UInt8], with bytes: [UInt8]) throws(ServiceError) -> String {
        do throws(DiskError) {
            let handle = try DirectoryHandle(path: directory)
            let name = Name(Self.name)
            var number = 1
            while true {
                let kept = Name("\(Self.name).bak" + (number == 1 ? "" : String(number)))
                let isDone: Bool
                do throws(DiskError) { isDone = try handle.replace(name, old, with: bytes, keeping: kept) } catch {
                    number += 1
                    if error.code == .exists, number <= 1_000 { continue }
                    throw error
                }
                // Somebody saved it since it was read, and that stands there again.
                guard isDone else { throw DiskError(errno: EBUSY, action: "change", path: EscapedText.escape(Array(path.utf8))) }
                return "\(directory)/\(kept)"
            }
        } catch { throw ServiceError(error) }
    }

    func remove() throws(ServiceError) { try OwnedFile(directory: directory, name: Self.name).remove() }
}

extension ServiceError {
    /// What is wrong with a file of Thunar's.
    init(_ refusal: ThunarActions.Refusal, _ path: String) {
        let path = EscapedText.escape(Array(path.utf8))
        switch refusal {
        case .notXML(let fault):
            self.init(
                .refused, "\(path) is left alone: in line \(fault.line), \(fault.reason)",
                remedy: "Mend the file (xmllint --noout names the place), or move it away, and run this again.")
        case .otherRoot:
            self.init(.refused, "\(path) is left alone: it holds no list of actions", remedy: "Move it away, and run this again.")
        case .changed:
            self.init(
                .refused, "the command of an action of shed in \(path) was changed by hand",
                remedy: "Give it another unique-id to keep it, or use --force; the file as it was is kept under a name that ends in .bak.")
        }
    }
}
