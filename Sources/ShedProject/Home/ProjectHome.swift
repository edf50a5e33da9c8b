import ShedDisk
import ShedKinds
import ShedModel
import ShedRules
import ShedSidecar

/// Where a project is and what it is: its root, the files of its sidecar that people may edit, and the folder that this
/// machine keeps of it.
///
/// Not to be shared between threads.
public final class ProjectHome {
    public let root: DirectoryHandle
    /// The root's absolute path, without links.
    public internal(set) var path: [UInt8]
    public internal(set) var file: ProjectFile
    /// The template that is in force.
    public internal(set) var template: Template
    /// The one by which the project was opened, and by which its kind keeps what it keeps.
    let openedTemplate: Template
    /// What people may edit, as it was last read.
    public internal(set) var configuration: Configuration
    public var surroundings: Surroundings
    /// What this machine keeps of it; `nil` while it is not registered.
    public internal(set) var stateFolder: ProjectStateFolder?
    package let sidecar: Sidecar
    /// Whether this machine may change it: it was made, adopted or trusted here.
    public internal(set) var isTrusted = false
    /// What was known of it when it was opened.
    var remembered = Remembered.nothing
    /// Other roots of the same project on this machine, as they were when it was opened, of which nobody said what they are.
    var otherRoots: [[UInt8]] = []
    /// That it is a copy of another root, as was seen when it was opened.
    var copying: Copying?
    /// Whether it has just got back its own IDs.
    var isTakenBack = false
    /// That it writes under another ID from now on, as long as nobody was told.
    var renewal: ReplicaRenewal?
    /// The kind that serves the template; `nil` for a project without anything special.
    package let module: (any KindModule)?

    /// Reads what is there. Writes nothing.
    init(_ root: DirectoryHandle, path: [UInt8], surroundings: Surroundings) throws(ShedError) {
        self.root = root
        self.path = path
        self.surroundings = surroundings
        do {
            sidecar = try Sidecar(root)
            configuration = try Configuration(root, sidecar, surroundings.kinds)
            file = try sidecar.projectFile()
            template = try sidecar.template()
            openedTemplate = template
            module = try surroundings.kinds.module(for: template)
        } catch {
            if case SidecarError.notAProject = error { throw ShedError.sidecarUnmade(path, .environment) }
            throw ShedError(error)
        }
    }

    public var registry: Registry { Registry(surroundings) }

    public var id: NodeID { file.id }

    /// The name of its kind, as the template says that is in force.
    public var kindName: ForeignText { template.kind }

    /// The project's name: the root directory's.
    public var name: Name { Name(bytes: Array(path.split(separator: UInt8(ascii: "/")).last ?? [])) }

    /// Which folders this machine takes for Trash and Rejected; `nil` while nothing of that was confirmed.
    var shelters: Shelters? { stateFolder?.record.shelters }

    /// The ID under which this root writes. Zero for a root that is not registered, which writes nothing.
    package var replica: ReplicaID { stateFolder?.record.replica ?? ReplicaID(rawValue: 0) }

    /// The language that the project's own folders are named in.
    package var language: Language { configuration.settings.language.map(Language.init(rawValue:)) ?? template.language }

    /// The names for the folder of what is refused, in the order in which they are tried.
    package var rejectedNames: [Name] {
        let name = Languages.strings(language).rejected
        return [Name(name), Name("\(name) (shed)")]
    }

    /// What may stand where.
    package var rules: ProjectRules {
        ProjectRules(template, book: surroundings.kinds.rules, kind: module?.rules ?? KindRules())
    }

    /// Where the root directory is now, wherever it was moved to; `nil` if it was deleted.
    package var currentPath: [UInt8]? {
        guard let path = try? RealPath.of(Array("/proc/self/fd/\(root.descriptor)".utf8)), let evidence = try? root.ownEvidence(),
            evidence.links > 0
        else { return nil }
        return path
    }

    /// Reads the settings and the ignore rules again if their files changed since they were last read.
    /// - Returns: whether they did.
    package func reloadConfiguration() throws(ShedError) -> Bool {
        do {
            let moment = FileClock.now()
            let stamps = try Configuration.stamps(root)
            let isSame = stamps == configuration.stamps
            // Of a file that was read right after it was written its time says nothing: it may have been written again since.
            guard !isSame || configuration.isRacy else { return false }
            (configuration.stamps, configuration.isRacy) = (stamps, Configuration.isRacy(stamps, at: moment))
            let texts: Configuration.Texts
            do { texts = try Configuration.Texts(root, sidecar) } catch {
                // What could not be read now is read by who asks next.
                configuration.stamps = []
                throw error
            }
            if isSame, texts == configuration.texts { return false }
            configuration.texts = texts
            // By its path: `sidecar` stays the folder that it was, also where another one took its place.
            guard try Sidecar(root).projectFile().id == file.id else {
                configuration.stamps = []
                throw ShedError.rootLost(.otherProject, path)
            }
            configuration = try Configuration(root, sidecar, surroundings.kinds)
            return true
        } catch {
            let fault = ShedError(error)
            if fault.isPassing { configuration.stamps = [] }
            throw fault
        }
    }
}

/// What people may edit of a project beside its files.
public struct Configuration: Sendable {
    public var settings: Settings
    public var ignore: IgnoreRules
    /// What kinds read of the settings.
    private let ofKinds: [any Sendable]
    /// What tells one state of the files from another.
    var stamps: [Evidence?]
    /// Whether one of them had changed so shortly before it was read that another change might not show.
    fileprivate var isRacy: Bool
    fileprivate var texts: Texts

    /// What the files hold.
    fileprivate struct Texts: Equatable {
        let settings: [UInt8]?
        let ignore: [UInt8]?

        init(_ root: DirectoryHandle, _ sidecar: Sidecar) throws { (settings, ignore) = (try sidecar.settings(), try IgnoreFile.bytes(root)) }
    }

    fileprivate init(_ root: DirectoryHandle, _ sidecar: Sidecar, _ kinds: KindModules) throws {
        let moment = FileClock.now()
        // Before they are read: what changes in between is read once more.
        let stamps = try Configuration.stamps(root)
        (self.stamps, isRacy) = (stamps, Configuration.isRacy(stamps, at: moment))
        let texts = try Texts(root, sidecar)
        self.texts = texts
        (settings, ofKinds) = try texts.settings.map { text throws(ShedError) in try SettingsFile.parse(text, kinds) } ?? (Settings(), [])
        ignore = texts.ignore.map { IgnoreRules(shedignore: $0) } ?? IgnoreRules()
    }

    /// The settings of a kind, as its module reads them; `nil` where the file has none.
    public func ofKind<Own: Sendable>(_ type: Own.Type) -> Own? { ofKinds.lazy.compactMap { $0 as? Own }.first }

    fileprivate static func isRacy(_ stamps: [Evidence?], at moment: Int64) -> Bool { stamps.contains { $0?.isRacy(at: moment) == true } }

    static func stamps(_ root: DirectoryHandle) throws(DiskError) -> [Evidence?] {
        let directory = try root.openDirectory(Sidecar.name)
        return [
            try root.evidence(of: ".shedignore"), try directory.evidence(of: Sidecar.settingsName),
            try directory.evidence(of: Sidecar.projectName),
        ]
    }
}
