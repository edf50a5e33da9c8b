import CLinux
import ShedModel

/// Why a server cannot listen. The description says what the person can do.
public enum ControlServerError: Error, Hashable, Sendable {
    /// What makes a directory unfit for a control socket.
    public enum Fault: Hashable, Sendable {
        /// It belongs to another user.
        case foreign
        /// Its group or everybody may change it.
        case writable
    }

    /// The path is not absolute, holds a NUL byte or ends with no name.
    case impossiblePath([UInt8])
    case unsafeDirectory([UInt8], Fault)
    /// Something that is no socket stands at the path.
    case placeTaken([UInt8])
    /// Any other failure of a system call, with its error number of errno(3).
    case system(action: String, path: [UInt8], errno: Int32)
}

extension ControlServerError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .impossiblePath(let path):
            "\(EscapedText.escape(path)) cannot be the path of a control socket. Give an absolute path that ends with a name."
        case .unsafeDirectory(let path, .foreign):
            """
            \(EscapedText.escape(path)) belongs to another user, so no control socket is put there. Move it away, or \
            set XDG_RUNTIME_DIR to a directory of your own.
            """
        case .unsafeDirectory(let path, .writable):
            """
            Other users may change \(EscapedText.escape(path)), so no control socket is put there. Take the right \
            from them: chmod 700
            """
        case .placeTaken(let path):
            "Something that is no socket stands at \(EscapedText.escape(path)). Move it away; shed does not replace it."
        case .system(let action, let path, let errno):
            """
            Cannot \(action) \(EscapedText.escape(path)): \(String(cString: shed_error_text(errno))). Check that its \
            folder exists, belongs to you and has space (ls -ld, df).
            """
        }
    }
}
