import Glibc
import ShedMessages
import ShedProject
import ShedModel

/// The file that an export is written to: whole or not at all.
package final class ExportFile {
    private let path: [UInt8]
    private let temporary: [CChar]
    private let descriptor: Int32
    private let option: String
    private let force: Bool
    private let expected: Written?
    /// What was written, as it was under its name then; `nil`: it has none, or somebody wrote into it meanwhile.
    package private(set) var written: Written?
    /// Whether what was written has its name, or is not there any more.
    private var isSettled = false

    /// - Parameters:
    ///   - option: what the file was named with, for messages.
    ///   - expected: a file that is replaced without `force` too, as long as it is as it was.
    package init(_ path: [UInt8], of option: String, force: Bool, replacing expected: Written? = nil) throws(ShedError) {
        self.path = path
        self.option = option
        self.force = force
        self.expected = expected
        // However it was written, and whoever's project it is: what stands there is no file that a person makes.
        let inside = AbsolutePath.parts(of: path).flatMap { try? RealPath.of($0.parent) }?.split(separator: UInt8(ascii: "/")) ?? []
        guard !inside.contains(where: { $0.elementsEqual(".shed".utf8) }) else {
            throw ShedError(.usage, .fileInSidecar(option: option, path: EscapedText.escape(path)), remedy: .nameFolderOutside)
        }
        if !force, expected == nil, access(path.cString, F_OK) == 0 {
            throw ShedError(.usage, .isThereAlready(path: EscapedText.escape(path)), remedy: .nameOtherOrForce(option: option))
        }
        (descriptor, temporary) = TemporaryFile.open(path + Array(".".utf8))
        guard descriptor >= 0 else { throw ExportFile.failure(path, option) }
        fchmod(descriptor, 0o666 & ~FileMask.current())
    }

    /// What never got its name is left nowhere, however the verb ended.
    deinit {
        // Where none could be made, what stands under the name that was tried last is another's.
        guard descriptor >= 0 else { return }
        close(descriptor)
        if !isSettled { unlink(temporary) }
    }

    package func write(_ bytes: [UInt8]) throws(ShedError) {
        guard Output.write(bytes, to: descriptor) else { throw ExportFile.failure(path, option) }
    }

    package func finish() throws(ShedError) {
        guard fsync(descriptor) == 0 else { throw ExportFile.failure(path, option) }
        let before = Written(descriptor)
        // Without --force nothing is replaced, whatever came meanwhile.
        let replaces = force || expected.map { $0 == Written(path) } == true
        let result = replaces ? rename(temporary, path.cString) : link(temporary, path.cString)
        guard result == 0 else { throw ExportFile.failure(path, option) }
        if !replaces { unlink(temporary) }
        isSettled = true
        // Asked of the file itself: at its path another may stand by now. That it got its name shows in `changed` alone.
        if let before, let after = Written(descriptor), before.hasContent(of: after) { written = after }
    }

    /// A file as the file system sees it.
    package struct Written: Hashable, Sendable {
        private let device: UInt
        private let inode: UInt
        /// In bytes.
        private let size: Int
        /// Nanoseconds since 1970.
        private let modified: Int64
        private let changed: Int64

        /// What stands at a path, no link followed; `nil`: nothing that can be asked about.
        package init?(_ path: [UInt8]) {
            var facts = stat()
            guard lstat(path.cString, &facts) == 0 else { return nil }
            self.init(facts)
        }

        fileprivate init?(_ descriptor: Int32) {
            var facts = stat()
            guard fstat(descriptor, &facts) == 0 else { return nil }
            self.init(facts)
        }

        private init(_ facts: stat) {
            (device, inode, size) = (facts.st_dev, facts.st_ino, facts.st_size)
            (modified, changed) = (Written.nanoseconds(facts.st_mtim), Written.nanoseconds(facts.st_ctim))
        }

        private static func nanoseconds(_ time: timespec) -> Int64 { Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec) }

        fileprivate func hasContent(of other: Written) -> Bool {
            device == other.device && inode == other.inode && size == other.size && modified == other.modified
        }
    }

    package func discard() {
        unlink(temporary)
        isSettled = true
    }

    private static func failure(_ path: [UInt8], _ option: String) -> ShedError {
        ShedError(.environment, .cannotWrite(path: EscapedText.escape(path), reason: .system(errno)), remedy: .nameOtherFile(option: option))
    }
}
