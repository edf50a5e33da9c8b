import Glibc
import ShedDisk
import ShedModel

/// That the daemon is at work in a project just now: `at-work` (and `at-work-beside` for what is done in the background) in the
/// project's folder of the state directory, for whoever waits for the daemon's process and has to know under which project it died.
///
/// It is not on the disk (fsync(2)): it outlives the process that wrote it, and need not outlive the machine.
package final class WorkNote: Sendable {
    /// How it is at work.
    package enum Manner: UInt8, Hashable, Sendable {
        case not = 0x2d  // -
        case usual = 0x77  // w
        /// A suspect, whose turn it is.
        case alone = 0x61  // a
        /// A suspect whose turn it is not: beside one that takes long, or in the background.
        case beside = 0x62  // b
    }

    private let descriptor: Int32

    /// Who is at work.
    package enum Hand: String, Hashable, Sendable, CaseIterable {
        /// The project's thread.
        case thread = "at-work"
        /// A thread of its kind's.
        case background = "at-work-beside"
    }

    /// - Throws: where the file cannot be made.
    package init(in folder: ProjectStateFolder, _ hand: Hand = .thread) throws(ShedError) {
        let path = WorkNote.path(folder, hand)
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw ShedError(DiskError(errno: errno, action: "write", path: path))
        }
    }

    deinit { close(descriptor) }

    /// Says how this process is at work. One write of a fixed length, so there is never half a note.
    package func write(_ manner: Manner) {
        var text = Array("\(getpid())".utf8)
        text = [manner.rawValue, UInt8(ascii: " ")] + text + [UInt8](repeating: UInt8(ascii: " "), count: max(0, 12 - text.count)) + [UInt8(ascii: "\n")]
        // A disk that is full has room for what stands there already; where it fails, a death is nobody's.
        _ = pwrite(descriptor, text, text.count, 0)
    }

    /// How a process is, or was when it died, at work in a project; of both hands, what says more.
    package static func read(in folder: ProjectStateFolder, of process: Int32) -> Manner {
        let manners = Hand.allCases.map { read(path(folder, $0), of: process) }
        return [Manner.usual, .alone, .beside].first { manners.contains($0) } ?? .not
    }

    private static func read(_ path: String, of process: Int32) -> Manner {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return .not }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = pread(descriptor, &buffer, buffer.count, 0)
        let words = buffer.prefix(max(0, count)).split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
        guard words.count == 2, words[0].count == 1, let manner = words[0].first.flatMap(Manner.init), Int32(String(decoding: words[1], as: UTF8.self)) == process
        else { return .not }
        return manner
    }

    private static func path(_ folder: ProjectStateFolder, _ hand: Hand) -> String { folder.path + "/" + hand.rawValue }
}
