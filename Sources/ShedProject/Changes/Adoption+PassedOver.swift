import ShedDisk
import ShedModel
import ShedRules

/// What of a folder that is adopted becomes no part of the project, for one and the same reason.
public struct PassedOver: Hashable, Sendable {
    /// The pattern of names: one of those of passing files (`*~`), `.*` for what is hidden, or `.shedignore` for all of its patterns.
    public var pattern: String
    /// How many files, links and folders; what is in such a folder is not looked at.
    public var count: Int
    /// One of them.
    public var example: RelativePath
}

extension Adoption {
    static let hidden = ".*"
    static let ignored = ".shedignore"

    /// What is passed over in the folders that were looked at, by pattern.
    public func passedOver() throws(ShedError) -> [PassedOver] {
        do throws(DiskError) {
            let ignore = try IgnoreFile.read(root)
            var found: [String: PassedOver] = [:]
            for (number, directory) in situation.snapshot.directories.enumerated() where directory.state == .read {
                let path = situation.snapshot.path(ofDirectory: number)
                guard let folder = try? root.openDirectory(at: path) else { continue }
                let place = ignore.place(of: path)
                // What cannot be read now is not counted: nothing depends on it.
                for entry in (try? folder.list(atMost: .max)) ?? [] {
                    guard let pattern = Adoption.pattern(of: entry.name, entry.kind, in: place, ignore) else { continue }
                    let example = path.appending(entry.name)
                    var passed = found[pattern] ?? PassedOver(pattern: pattern, count: 0, example: example)
                    passed.count += 1
                    passed.example = min(passed.example, example)
                    found[pattern] = passed
                }
            }
            return found.values.sorted { $0.pattern < $1.pattern }
        } catch { throw ShedError(error) }
    }

    /// Why an entry is passed over; `nil` if it is not.
    private static func pattern(of name: Name, _ kind: EntryKind, in place: IgnoreRules.Place, _ ignore: IgnoreRules) -> String? {
        if name.isHidden { return hidden }
        return name.bytes.withUnsafeBufferPointer { bytes in
            if let pattern = PassingFiles.pattern(of: bytes, kind: kind) { return pattern }
            return ignore.ignores(bytes, kind, in: { place }) ? ignored : nil
        }
    }
}
