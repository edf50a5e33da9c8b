import Glibc
import ShedDisk
import ShedMessages

/// What the disk says, in the words of who reads it. In English they are those of ``DiskError`` itself.
extension DiskError {
    /// What could not be done, to which path, why, and what helps: its description.
    package var words: Message { .diskFault(deed: action.replacing(" ", with: "-"), action: action, path: path, why: why, cure: cure) }

    /// Why: its reason, a clause.
    package var why: Message { .diskWhy(code: sort, text: reason) }

    private var cure: Message { .diskCure(code: sort, text: remedy) }
}

extension Message {
    /// Why a system call failed, of which no ``DiskError`` tells: a clause.
    /// - Parameter number: of errno(3).
    package static func system(_ number: Int32) -> Message {
        .diskWhy(code: DiskError(errno: number, action: "", path: "").sort, text: String(cString: strerror(number)))
    }
}
