import Glibc
import ShedDisk
import ShedKinds
import ShedMessages
import ShedModel

/// A person's own kinds of project: the files `NAME.toml` in `shed/kinds` of the folder for settings.
///
/// Links are followed, as for config.toml: the folder is the person's own. It holds data alone: a kind says which folders and texts a new
/// project has, and runs nothing.
public struct OwnKinds: Sendable {
    /// Where they are, as it can be shown; `nil` where the environment says no directory.
    public let folder: String?
    private let shipped: Kinds

    /// The name of the kind with nothing special, of which whatever has no kind is.
    public static var plainName: String { Kinds.blankName }

    /// In so many files of the folder kinds are sought.
    private static let most = 1_000
    /// The longest file that is read, in bytes.
    private static let longest = 256 << 10

    public init(_ surroundings: Surroundings) {
        shipped = surroundings.kinds.kinds
        folder = Surroundings.settingsFile(surroundings.environment).map { $0.dropLast("config.toml".count) + "kinds" }
    }

    /// One of the files.
    public struct Entry: Sendable {
        /// The file's name without its end.
        public var name: String
        public var path: [UInt8]
        /// What it holds, or what is wrong with it.
        public var kind: Result<Kind, ShedError>
    }

    /// Where the file of a kind is, or would be.
    /// - Throws: ``ShedError`` of kind environment where there is no home directory.
    public func path(of name: String) throws(ShedError) -> [UInt8] {
        guard let folder else { throw ShedError(.environment, .noFolderForTemplates, remedy: .setHome) }
        return Array("\(folder)/\(name).toml".utf8)
    }

    /// The names of the files, in their order.
    /// - Throws: ``ShedError`` of kind environment where the folder cannot be read, or holds more than is looked through.
    public func names() throws(ShedError) -> [String] {
        guard let folder else { return [] }
        do throws(DiskError) {
            guard let path = try? RealPath.of(Array(folder.utf8)) else { return [] }
            let entries = try DirectoryHandle(pathBytes: path).list(atMost: OwnKinds.most)
            // What is no file is no kind, which is said where it is asked for.
            return entries.compactMap { OwnKinds.name(ofFile: $0.name) }.sorted()
        } catch {
            let path = EscapedText.escape(Array(folder.utf8))
            if error.code == .tooLarge { throw ShedError(.environment, .tooManyTemplates(folder: path, most: OwnKinds.most), remedy: .takeOthersOut) }
            throw ShedError(.environment, .cannotRead(path: path, reason: error.words), remedy: .checkThePath)
        }
    }

    private static func name(ofFile file: Name) -> String? {
        guard let text = file.text, text.hasSuffix(".toml"), !file.isHidden, case let name = String(text.dropLast(5)), !name.isEmpty else { return nil }
        return name
    }

    /// All of them, in the order of their names, also those that cannot be used.
    public func all() throws(ShedError) -> [Entry] {
        try names().map { name throws(ShedError) in
            let path = try path(of: name)
            do throws(ShedError) { return Entry(name: name, path: path, kind: .success(try read(path, named: name))) } catch {
                return Entry(name: name, path: path, kind: .failure(error))
            }
        }
    }

    /// The kind of a name, or of another name of it; `nil`: there is none.
    /// - Throws: ``ShedError`` where its file cannot be used.
    public func kind(named name: String) throws(ShedError) -> Kind? {
        // By its name a file is found whatever else is in the folder.
        if stands(name) { return try read(try path(of: name), named: name) }
        for entry in try all() {
            if case .success(let kind) = entry.kind, kind.synonyms.contains(name) { return kind }
        }
        return nil
    }

    /// Whether something has the name of the file of a kind, also a link that leads nowhere.
    private func stands(_ name: String) -> Bool {
        guard let folder, OwnKinds.name(ofFile: Name("\(name).toml")) != nil, !name.contains("/") else { return false }
        var found = stat()
        return lstat("\(folder)/\(name).toml", &found) == 0
    }

    /// Whether there is such a kind, shipped or the person's own.
    public func hasKind(named name: String) throws(ShedError) -> Bool {
        if shipped.names.contains(name) || shipped.synonyms[name] != nil { return true }
        return try kind(named: name) != nil
    }

    /// A kind that shed ships, or one of the person's own.
    /// - Throws: ``ShedError`` of kind usage where there is neither, with what there is.
    public func anyKind(named name: String) throws(ShedError) -> Kind {
        do throws(KindError) { return try shipped.kind(named: name) } catch {
            if let own = try kind(named: name) { return own }
            // A file of another name is no kind, whatever is in it.
            guard case .unknown(let name, let known, let nearest) = error,
                case let own = try names().filter({ Kind.canBeCalled($0) && !known.contains($0) }), !own.isEmpty
            else { throw ShedError(error) }
            throw ShedError(KindError.unknown(name: name, known: known + own, nearest: nearest ?? Nearest.of(name, among: own)))
        }
    }

    /// Reads a file that a person named, links followed.
    /// - Parameter name: what the kind in it has to be called; `nil`: anything.
    public func read(_ path: [UInt8], named name: String? = nil) throws(ShedError) -> Kind { try parse(try bytes(path), path, named: name) }

    /// What a file holds, which a person named.
    public func bytes(_ path: [UInt8]) throws(ShedError) -> [UInt8] {
        let label = EscapedText.escape(path)
        let descriptor = try PersonalFile.open(path)
        defer { close(descriptor) }
        // One byte more than a kind may have, so that one that is too long is seen to be.
        var buffer = [UInt8](repeating: 0, count: OwnKinds.longest + 1)
        var count = 0
        while count < buffer.count {
            let room = buffer.count - count
            let got = buffer.withUnsafeMutableBytes { bytes in bytes.baseAddress.map { Glibc.read(descriptor, $0 + count, room) } ?? 0 }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw ShedError(.usage, .cannotRead(path: label, reason: .system(errno)), remedy: .checkThePath) }
            if got == 0 { break }
            count += got
        }
        return Array(buffer.prefix(count))
    }

    /// - Parameter name: what it has to be called; `nil`: anything.
    public func parse(_ bytes: [UInt8], _ path: [UInt8], named name: String? = nil) throws(ShedError) -> Kind {
        do throws(KindError) { return try shipped.kind(fromTOML: bytes, path: EscapedText.escape(path), named: name) } catch { throw ShedError(error) }
    }

    /// That a kind of a person's own can have a name, before a file says it.
    /// - Parameter remedy: what helps where it cannot; `nil`: another name.
    /// - Throws: ``ShedError`` of kind usage.
    public func requireName(_ name: String, remedy: Message? = nil) throws(ShedError) {
        guard Kind.canBeCalled(name) else { throw ShedError(.usage, .templateNameImpossible(name: ShedError.shown(name)), remedy: remedy ?? .otherTemplateName) }
        guard !shipped.names.contains(name), shipped.synonyms[name] == nil else {
            throw ShedError(.usage, .templateNameShipped(name: name), remedy: remedy ?? .otherTemplateName)
        }
    }

    /// Keeps a kind, under its name; never in the place of another.
    /// - Parameter bytes: its file, which is read first.
    /// - Returns: where it is.
    /// - Throws: ``ShedError`` where it cannot be used, or there is one of its name.
    public func keep(_ bytes: [UInt8], from path: [UInt8], dryRun: Bool) throws(ShedError) -> (kind: Kind, path: [UInt8]) {
        let kind = try parse(bytes, path)
        let target = try self.path(of: kind.name)
        let isThere = try names().contains(kind.name)
        if isThere || access(target.cString, F_OK) == 0 {
            throw ShedError(.usage, .isThereAlready(path: EscapedText.escape(target)), remedy: .otherTemplateName)
        }
        // Each file is read once, however many names the new one has.
        var taken: [String: String] = [:]
        for entry in try all() {
            taken[entry.name] = entry.name
            if case .success(let other) = entry.kind { for synonym in other.synonyms where taken[synonym] == nil { taken[synonym] = other.name } }
        }
        for word in [kind.name] + kind.synonyms {
            if let other = taken[word] { throw ShedError(.usage, .templateNameTaken(name: word, other: other), remedy: .otherTemplateName) }
        }
        guard !dryRun else { return (kind, target) }
        do throws(DiskError) { try makeFolder().write(Name("\(kind.name).toml"), bytes, replacing: false) } catch {
            throw ShedError(.environment, .cannotWrite(path: EscapedText.escape(target), reason: error.words), remedy: .checkThePath)
        }
        return (kind, target)
    }

    /// The folder, which is made with what is missing above it.
    private func makeFolder() throws(DiskError) -> DirectoryHandle {
        var path = ""
        for part in (folder ?? "").split(separator: "/") {
            path += "/\(part)"
            // Closed to others, as the XDG base directory specification wants it. Another run may make it at the same time.
            guard mkdir(path, 0o700) == 0 || errno == EEXIST || errno == EROFS || errno == EACCES || errno == EPERM else {
                throw DiskError(errno: errno, action: "make", path: path)
            }
        }
        return try DirectoryHandle(path: path.isEmpty ? "/" : path)
    }
}
