import ShedDisk
import ShedMessages
import ShedModel

/// Copies of PDFs that nobody works in: one file for each content, named by its SHA-256 in hexadecimal digits, read-only.
///
/// A copy is a reflink where the file system can, else a full copy; never a hard link to a file that a person sees, since
/// a program that writes in place would change both. A copy gets its name when it is whole, on the disk, and its hash
/// taken. It may be added to by one writer at a time.
public struct ProtectedStore: Sendable {
    public let directory: DirectoryHandle

    /// How many entries the directory may have.
    static let most = 1_000_000

    /// How the names begin of what was put aside.
    static let asidePrefix = "altered-"

    public init(_ directory: DirectoryHandle) { self.directory = directory }

    /// What adding a file came to.
    public struct Added: Hashable, Sendable {
        public var hash: ContentHash
        /// In bytes.
        public var size: Int64
        /// Whether the copy was there before.
        public var wasThere: Bool
        /// Whether it shares its content with the file on the disk, and so takes no space of its own.
        public var isShared: Bool
    }

    /// How a copy is.
    public enum State: Hashable, Sendable {
        case good
        case missing
        /// Its content is not what its name says.
        case altered
        /// A link, a FIFO, a directory or the like stands there.
        case notFile
    }

    /// Adds a copy of a file. A copy that is there and good stays as it is.
    ///
    /// What stands in its place and is not good is kept beside it, as `altered-…`, until somebody removes what is not needed (``surplus(keeping:)``).
    /// - Parameter expecting: the content that is meant, where the caller knows it.
    /// - Throws: `disk(.changed)` if the file is written to meanwhile, or is not the one expected; `disk(.noSpace)`. Then
    ///   nothing is added.
    @discardableResult
    public func add(_ file: ReadableFile, expecting: ContentHash? = nil) throws(PapersError) -> Added {
        let hash = try PapersError.onDisk { () throws(DiskError) in try file.hash() }
        guard expecting == nil || hash == expecting else {
            throw PapersError(DiskError(.changed, action: "protect", path: file.label))
        }
        switch try state(of: hash) {
        case .good: return Added(hash: hash, size: file.size, wasThere: true, isShared: false)
        case .missing: break
        case .altered, .notFile: try putAside(hash)
        }
        let copy = try PapersError.onDisk { () throws(DiskError) in
            try directory.copy(file, as: name(hash), mode: 0o444, expecting: hash)
        }
        return Added(hash: hash, size: copy.size, wasThere: false, isShared: copy.isShared)
    }

    /// Opens a copy for reading. Its content is not verified: see ``state(of:)``.
    /// - Throws: `notStored`, `altered` where something else than a file stands there.
    public func file(_ hash: ContentHash) throws(PapersError) -> ReadableFile {
        do throws(DiskError) {
            return try directory.file(name(hash))
        } catch {
            switch error.code {
            case .notFound:
                throw PapersError(
                    .notStored, .pdfCopyMissing(content: "\(hash)", folder: directory.label), cure: .pdfPutBack)
            case .isLink, .notFile: throw altered(hash)
            default: throw PapersError(error)
            }
        }
    }

    /// Puts a copy of a protected copy where people see it: a reflink where the file system can, never a hard link.
    /// - Throws: `notStored`; `altered`, and then nothing is made; `disk(.exists)`.
    @discardableResult
    public func putBack(_ hash: ContentHash, to destination: Destination) throws(PapersError) -> FileCopy {
        let file = try file(hash)
        do throws(DiskError) {
            return try destination.directory.copy(file, as: destination.name, mode: destination.mode, expecting: hash)
        } catch {
            if error.code == .changed { throw altered(hash) }
            throw PapersError(error)
        }
    }

    private func putAside(_ hash: ContentHash) throws(PapersError) {
        try PapersError.onDisk { () throws(DiskError) in
            let aside = Name(ProtectedStore.asidePrefix + String(UInt64.random(in: .min ... .max), radix: 36))
            try directory.rename(name(hash), to: directory, as: aside, expecting: nil)
        }
    }

    func name(_ hash: ContentHash) -> Name { Name(hash.description) }

    private func altered(_ hash: ContentHash) -> PapersError {
        PapersError(
            .altered, .pdfCopyAltered(content: "\(hash)", folder: directory.label), cure: .pdfPutBack)
    }
}
