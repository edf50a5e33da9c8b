import ShedDisk
import ShedModel
import ShedSidecar

/// What the sidecar says of places, kept in the project's folder of the state directory (file `places`), so that a look at links reads of the
/// sidecar only what came since. All of it can be lost: then everything is read again.
enum KeptPlaces {
    private static let name: Name = "places"
    /// A larger file is not read, nor written, in bytes.
    private static let largest = 256 << 20
    /// So much is read again each time rather than that the file is written anew.
    private static let mostRead = (files: 128, bytes: Int64(1 << 20))

    /// - Returns: of all of the sidecar that can be read. In a project that is only looked at, nothing is kept.
    static func record(of project: Project) throws(SidecarError) -> SavedPlaces {
        let home = project.home
        let folder = home.stateFolder.flatMap { try? DirectoryHandle(path: $0.path) }
        let kept = folder.flatMap { try? $0.read(name, atMost: largest) }.flatMap { SavedPlaces($0, of: home.file) }
        let record = try home.sidecar.savedPlaces(of: home.file, since: kept)
        let (files, bytesRead) = record.newlyRead
        guard project.purpose == .change, let folder, files > mostRead.files || bytesRead > mostRead.bytes else { return record }
        let bytes = record.bytes(of: home.file)
        if bytes.count <= largest { try? folder.write(name, bytes, replacing: true, isDurable: false) }
        return record
    }
}
