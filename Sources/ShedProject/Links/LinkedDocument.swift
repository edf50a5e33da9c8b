import ShedDisk
import ShedLinks
import ShedModel

/// A document of a project with the links that stand in it.
struct LinkedDocument {
    var path: RelativePath
    /// `nil` for what has no ID yet.
    var id: NodeID?
    /// Of the file that was read; `nil` of one that is to come into the project yet.
    var evidence: Evidence?
    var bytes: [UInt8]
    var links: [DocumentLink]

    /// The path of a link as it is written.
    func written(_ link: DocumentLink) -> ArraySlice<UInt8> { bytes[link.range] }
}

/// The lines of a document, counted on from one link to the next.
struct LinkLines {
    private let bytes: [UInt8]
    private var (line, start, position) = (1, 0, 0)

    init(_ document: LinkedDocument) { bytes = document.bytes }

    /// The place of a link, both from 1; the column in bytes. Where links are asked for in their order, all of them cost one look at the
    /// document.
    mutating func place(of link: DocumentLink) -> (line: Int, column: Int) {
        if link.range.lowerBound < position { (line, start, position) = (1, 0, 0) }
        for next in position..<link.range.lowerBound where bytes[next] == 0x0a { (line, start) = (line + 1, next + 1) }
        position = link.range.lowerBound
        return (line, position - start + 1)
    }
}

/// Reads one document after the other.
struct LinkedDocumentReader {
    private let root: DirectoryHandle
    private var last: (path: RelativePath, handle: DirectoryHandle)?
    /// How much was read so far, of all files.
    private(set) var bytesRead = 0
    /// Documents that were not looked into since there is too much in them (``LinkFinder/most``, ``LinkFinder/largest``).
    private(set) var tooLarge: [RelativePath] = []

    init(_ root: DirectoryHandle) { self.root = root }

    /// - Returns: `nil` for what is no document, is gone, cannot be read, is larger than ``LinkFinder/largest``, or holds a NUL: whatever
    ///   that is, it is no text that anybody wrote links into.
    mutating func read(_ path: RelativePath, id: NodeID?) -> LinkedDocument? {
        guard let name = path.last, let format = DocumentFormat(name), let folder = try? folder(path.parent) else { return nil }
        let (bytes, evidence): ([UInt8], Evidence)
        do throws(DiskError) { (bytes, evidence) = try folder.readTextWithEvidence(name, atMost: LinkFinder.largest) } catch {
            if error.code == .tooLarge { tooLarge.append(path) }
            return nil
        }
        bytesRead += bytes.count
        guard !bytes.contains(0) else { return nil }
        guard let links = LinkFinder.found(in: bytes, as: format) else {
            tooLarge.append(path)
            return nil
        }
        return LinkedDocument(path: path, id: id, evidence: evidence, bytes: bytes, links: links)
    }

    private mutating func folder(_ path: RelativePath) throws(DiskError) -> DirectoryHandle {
        if let last, last.path == path { return last.handle }
        let handle = try root.openDirectory(at: path)
        last = (path, handle)
        return handle
    }
}

/// What stands on the disk, for links that lead there; each path is looked for once.
struct LinkGround {
    enum Standing {
        case there
        case absent
        /// A link is on the way, which is not followed, or the folder cannot be read.
        case unknown
    }

    private let root: DirectoryHandle
    private var known: [RelativePath: Standing] = [:]
    private var last: (path: RelativePath, handle: DirectoryHandle)?

    init(_ root: DirectoryHandle) { self.root = root }

    mutating func standing(at path: RelativePath) -> Standing {
        if let known = known[path] { return known }
        let standing = look(path)
        known[path] = standing
        return standing
    }

    private mutating func look(_ path: RelativePath) -> Standing {
        guard let name = path.last else { return .there }
        do throws(DiskError) {
            let folder = if let last, last.path == path.parent { last.handle } else { try root.openDirectory(at: path.parent) }
            last = (path.parent, folder)
            return try folder.kind(of: name) == nil ? .absent : .there
        } catch {
            return [.notFound, .notDirectory, .notFile].contains(error.code) ? .absent : .unknown
        }
    }

    /// What stands where a link may lead.
    /// - Returns: `there` also where only an extension is left out.
    mutating func standing(of link: LinkPath, from folder: RelativePath) -> Standing {
        let paths = link.paths(from: folder)
        // Out of the project nobody looks.
        guard !paths.isEmpty else { return .unknown }
        for path in paths {
            let standing = standing(at: path)
            if standing != .absent { return standing }
        }
        for path in link.longerPaths(from: folder) where standing(at: path) == .there { return .there }
        return .absent
    }
}
