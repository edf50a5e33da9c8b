import Glibc
import ShedDisk
import ShedModel

extension DirectoryHandle {
    /// Puts a file into the place of another one, or where none was, in one step: whoever is killed, or has no room, leaves the former one.
    /// - Parameter isDurable: whether it is on the disk on return, as far as that can be.
    /// - Returns: whether it is in its place.
    func replace(_ name: Name, with bytes: [UInt8], isDurable: Bool) -> Bool {
        let aside = DirectoryHandle.temporaryName()
        guard (try? stage(aside, bytes, isDurable: isDurable)) != nil else { return false }
        guard renameat(descriptor, aside.bytes.cString, descriptor, name.bytes.cString) == 0 else {
            try? removeFile(aside)
            return false
        }
        if isDurable { try? sync() }
        return true
    }
}
