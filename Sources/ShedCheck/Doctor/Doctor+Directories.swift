import Glibc
import ShedDisk
import ShedModel
import ShedProject

extension Doctor {
    /// Less free space is a warning, and less than a tenth of it an error: 100 MiB, in bytes.
    static let littleSpace: UInt64 = 100 << 20

    // MARK: The state directory

    func stateDirectory(_ mounts: MountTable) -> [Diagnosis] {
        let path = Array(surroundings.stateDirectory.utf8)
        let cost = "shed cannot remember what it saw, and no verb can change a project"
        let handle: DirectoryHandle
        do throws(DiskError) { handle = try DirectoryHandle(pathBytes: path) } catch {
            guard error.code == .notFound, let parent = Doctor.nearest(path) else {
                return [Diagnosis(.stateDirectory, .error, subject: path, "the state directory cannot be opened: \(error.reason)", cost: cost, remedy: "move away what stands there, or set SHED_STATE_DIR to a directory of your own")]
            }
            guard Doctor.isWritable(parent) else {
                return [Diagnosis(.stateDirectory, .error, subject: path, "the state directory is not there, and cannot be made in \(EscapedText.escape(parent))", cost: cost, remedy: "set SHED_STATE_DIR to a directory of your own")]
            }
            return [Diagnosis(.stateDirectory, .ok, subject: path, "the state directory is not there yet; the first project makes it")]
        }
        var found: [Diagnosis] = []
        func add(_ status: Diagnosis.Status, _ message: String, _ cost: String, _ remedy: String) {
            found.append(Diagnosis(.stateDirectory, status, subject: path, message, cost: cost, remedy: remedy))
        }
        let word = ShellWord.quote(path)
        var status = stat()
        guard fstat(handle.descriptor, &status) == 0 else { return found }
        if status.st_uid != machine.user {
            add(.warning, "the state directory belongs to user \(status.st_uid), you are user \(machine.user)", "that user can change what shed remembers, and files may be left that you cannot write", "set SHED_STATE_DIR to a directory of your own, or: sudo chown -R \(machine.user) \(word)")
        }
        if status.st_mode & 0o022 != 0 {
            add(.warning, "others may write in the state directory (mode \(Doctor.octal(status.st_mode)))", "they can make shed take one file for another", "chmod 700 \(word)")
        } else if status.st_mode & 0o077 != 0 {
            add(.note, "others may read the state directory (mode \(Doctor.octal(status.st_mode)))", "they can see the names and the places of your projects", "chmod 700 \(word)")
        }
        if !Doctor.isWritable(path) { add(.error, "the state directory cannot be written", cost, "make it writable, or set SHED_STATE_DIR to one that is") }
        if let facts = try? handle.fileSystem() { found += Doctor.stateFileSystem(facts, mounts.mount(of: handle)?.type ?? facts.name, path) }
        if let volume = try? handle.volume(), let space = Doctor.space(volume) {
            add(space.status, "the state directory’s disk has \(space.message)", "shed cannot note what it does, and stops", "free some space there (df -h \(word))")
        }
        if found.allSatisfy({ $0.status == .note }) {
            found.insert(Diagnosis(.stateDirectory, .ok, subject: path, "the state directory can be used"), at: 0)
        }
        return found
    }

    static func stateFileSystem(_ facts: FileSystemFacts, _ name: String, _ path: [UInt8]) -> [Diagnosis] {
        func diagnosis(_ status: Diagnosis.Status, _ message: String, _ cost: String, _ remedy: String) -> [Diagnosis] {
            [Diagnosis(.stateDirectory, status, subject: path, message, cost: cost, remedy: remedy)]
        }
        let elsewhere = "set SHED_STATE_DIR to a directory on a disk of this machine"
        if facts.isRemote {
            return diagnosis(.warning, "the state directory is on a network file system (\(name))", "SQLite’s write-ahead log is not safe there: indexes may be damaged, and locks may not hold", elsewhere)
        }
        if facts.name == "fuse" {
            return diagnosis(.note, "the state directory is on FUSE (\(name))", "whether locks and shared memory work there, only the program behind it knows", elsewhere)
        }
        if facts.isVolatile {
            return diagnosis(.note, "the state directory is in memory (\(name))", "what shed remembers is gone when the machine stops", elsewhere)
        }
        return []
    }

    // MARK: The runtime directory

    func runtimeDirectory() -> [Diagnosis] {
        let environment = surroundings.environment
        var found: [Diagnosis] = []
        func add(_ status: Diagnosis.Status, _ subject: [UInt8]?, _ message: String, _ cost: String = "", _ remedy: String = "") {
            found.append(Diagnosis(.runtimeDirectory, status, subject: subject, message, cost: cost, remedy: remedy))
        }
        if let text = environment["XDG_RUNTIME_DIR"], !text.isEmpty {
            let path = Array(text.utf8)
            var status = stat()
            let logIn = "log in anew, or: unset XDG_RUNTIME_DIR"
            if !text.hasPrefix("/") {
                add(.warning, nil, "XDG_RUNTIME_DIR is “\(EscapedText.escape(path))”, which is no absolute path", "shed does not use it", logIn)
            } else if stat(text, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR {
                add(.warning, path, "XDG_RUNTIME_DIR names no directory", "the daemon cannot make its control socket there", logIn)
            } else if status.st_uid != machine.user {
                add(.warning, path, "XDG_RUNTIME_DIR belongs to user \(status.st_uid), you are user \(machine.user)", "the daemon’s control socket does not work, and programs run by sudo may spoil the directory", logIn)
            } else if status.st_mode & 0o077 != 0 {
                add(.warning, path, "others may enter XDG_RUNTIME_DIR (mode \(Doctor.octal(status.st_mode)))", "only the socket’s own permissions keep others from commanding the daemon", "chmod 700 \(ShellWord.quote(path))")
            } else {
                add(.ok, path, "the runtime directory can be used")
            }
        } else {
            add(.ok, nil, "XDG_RUNTIME_DIR is not set; the daemon’s control socket is in the state directory")
        }
        // sun_path of unix(7): 108 bytes with the NUL at its end.
        let socket = Array(surroundings.controlSocket.utf8)
        if socket.count > 107 {
            add(.warning, socket, "the path of the control socket has \(socket.count) bytes, and sockets take 107", "verbs cannot ask the daemon", "set SHED_STATE_DIR or XDG_RUNTIME_DIR to a shorter path")
        }
        return found
    }

    // MARK: Records

    /// Folders of the state directory that hold no record that can be read.
    func damagedRecords() -> [Diagnosis] {
        let path = surroundings.stateDirectory + "/projects"
        let directory: DirectoryHandle
        let entries: [(name: Name, kind: EntryKind, inode: UInt64)]
        do throws(DiskError) {
            directory = try DirectoryHandle(path: path)
            entries = try directory.list(atMost: Registry.most)
        } catch {
            guard error.code != .notFound else { return [] }
            return [
                Diagnosis(
                    .record, .error, named: path, "the list of projects cannot be read: \(error.reason)", cost: "no verb can change a project",
                    remedy: "chmod 700 \(ShellWord.quote(Array(path.utf8)))")
            ]
        }
        return entries.filter { $0.kind == .directory && !DirectoryHandle.isTemporary($0.name) }.sorted { $0.name < $1.name }.compactMap { entry in
            guard let folder = try? directory.openDirectory(entry.name) else { return damaged(path, entry.name, "cannot be opened") }
            let bytes: [UInt8]
            do throws(DiskError) { bytes = try folder.read(ProjectRecord.name, atMost: 1 << 20) } catch {
                return damaged(path, entry.name, error.code == .notFound ? "has no record of its project" : "has a record that cannot be read (\(error.reason))")
            }
            return ProjectRecord(bytes: bytes) == nil ? damaged(path, entry.name, "has a record that is damaged") : nil
        }
    }

    private func damaged(_ parent: String, _ name: Name, _ what: String) -> Diagnosis {
        let path = Array((parent + "/").utf8) + name.bytes
        return Diagnosis(
            .record, .warning, subject: path, "a folder of the state directory \(what)",
            cost: "its project is not known here, and what shed remembered of its files is not used",
            remedy: "run “shed trust” with the project's directory, which makes it known again; then: mv \(ShellWord.quote(path)) /var/tmp/")
    }

    // MARK: Helpers

    /// What can be said of too little space; `nil` if there is enough. A read-only disk has no need of any.
    static func space(_ volume: VolumeFacts) -> (status: Diagnosis.Status, message: String)? {
        guard !volume.isReadOnly else { return nil }
        if volume.free < littleSpace {
            return (volume.free < littleSpace / 10 ? .error : .warning, "\(volume.free >> 20) MiB left")
        }
        if let files = volume.freeFiles, files < 1_000 {
            return (files < 10 ? .error : .warning, "room for \(count(Int(clamping: files), "more file")), however small")
        }
        return nil
    }

    /// The nearest directory above a path that exists.
    private static func nearest(_ path: [UInt8]) -> [UInt8]? {
        var path = path
        while let above = AbsolutePath.parent(of: path) {
            path = above
            var status = stat()
            if withPath(path, { stat($0, &status) }) == 0 { return status.st_mode & S_IFMT == S_IFDIR ? path : nil }
        }
        return nil
    }

    /// Whether we may make and rename entries in a directory.
    static func isWritable(_ path: [UInt8]) -> Bool { withPath(path) { faccessat(AT_FDCWD, $0, W_OK | X_OK, AT_EACCESS) } == 0 }

    /// Calls with a path as a C string; −1 for one that holds NUL.
    static func withPath(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Int32) -> Int32 {
        guard !path.contains(0) else { return -1 }
        return path.cString.withUnsafeBufferPointer { $0.baseAddress.map(body) ?? -1 }
    }

    /// The permissions of a mode, as chmod(1) takes them.
    static func octal(_ mode: mode_t) -> String { String(mode & 0o7777, radix: 8) }
}
