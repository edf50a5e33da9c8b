import ShedDisk
import ShedMessages
import ShedModel
import ShedSidecar

/// Works out which files a carrier needs, by what stands there. Nothing is written.
struct SetupPlanner {
    let home: ProjectHome
    let carrier: Carrier
    /// Whether what was set up is to be taken away.
    let removes: Bool
    /// The path of shed, for hooks.
    let program: [UInt8]
    /// The folders of links that each device makes by itself.
    let views: [RelativePath]
    /// Folders that git would not keep.
    let keptFolders: [RelativePath]

    private(set) var files: [PlannedFile] = []
    private(set) var setup = CarrierSetup()

    /// A longer file of a person's is not touched: 1 MiB, in bytes.
    private static let longest = 1 << 20
    static let syncthingName: Name = ".stignore"
    static let ignoreName: Name = ".gitignore"
    static let keeperName: Name = ".gitkeep"
    static let filterName: Name = ".rclone-filter"

    /// What a folder holds so that git keeps it.
    static let keeper = Array("# git keeps no empty folders; “shed sync-setup git” has put this here.\n".utf8)

    /// The same where links stand that each device makes by itself, which git is to leave out.
    static let linkKeeper = Array("# Each device makes these links by itself; “shed sync-setup git” has put this here.\n*\n!.gitignore\n".utf8)

    init(_ home: ProjectHome, _ carrier: Carrier, removes: Bool, program: [UInt8], views: [RelativePath], keptFolders: [RelativePath]) {
        (self.home, self.carrier, self.removes, self.program, self.views, self.keptFolders) = (home, carrier, removes, program, views, keptFolders)
    }

    private var root: DirectoryHandle { home.root }
    private var path: [UInt8] { home.currentPath ?? home.path }

    mutating func plan() throws(ShedError) {
        switch carrier {
        case .syncthing: try planSyncthing()
        case .git: try planGit()
        case .rclone: try planRclone()
        }
    }

    // MARK: Syncthing

    private mutating func planSyncthing() throws(ShedError) {
        let folder = Carriers.syncthingFolder(above: root, path: path, home: home.surroundings.environment["HOME"])
        let hasGit = (try? root.kind(of: ".git")).flatMap { $0 } != nil
        if let folder, !folder.project.isRoot {
            // What stands above the project is not shed's to write.
            guard !removes else { return }
            let block = CarrierLines.syncthing(folder.project, hasGit: hasGit)
            let file = folder.path + Array("/.stignore".utf8)
            let text = (try? folder.directory.read(SetupPlanner.syncthingName, atMost: SetupPlanner.longest)) ?? []
            if !block.isSaid(in: text), let lines = try? block.put(into: nil) {
                leave(.setupSyncthingAbove(path: EscapedText.escape(file)), command: lines.shown)
            }
        } else {
            set(CarrierLines.syncthing(hasGit: hasGit), in: place(SetupPlanner.syncthingName))
        }
        guard !removes else { return }
        step(.setupSyncthingShare(path: EscapedText.escape(folder?.path ?? path)))
        step(.setupSyncthingEach)
        step(.setupTrust, command: "shed trust DIR")
    }

    // MARK: rclone

    private mutating func planRclone() throws(ShedError) {
        set(CarrierLines.rclone(views: views), in: place(SetupPlanner.filterName))
        guard !removes else { return }
        let filter = ShellWord.quote(path + Array("/\(SetupPlanner.filterName)".utf8))
        let command = "rclone bisync \(ShellWord.quote(path)) REMOTE:PATH --filters-file \(filter)"
        step(.setupRcloneFirst, command: command + " --resync")
        step(.setupRcloneEach, command: command)
        // Older versions carry no empty folders.
        step(.setupTrust, command: "shed trust DIR && shed -C DIR repair --folders")
    }

    // MARK: git

    private mutating func planGit() throws(ShedError) {
        set(CarrierLines.git(views: views), in: place(SetupPlanner.ignoreName))
        try planAttributes()
        for view in views { planLinks(in: view) }
        for folder in keptFolders { planKeeper(in: folder) }
        let tree = Carriers(around: root, path: path, home: home.surroundings.environment["HOME"]).git
        if let tree { planHooks(in: tree) }
        guard !removes else { return }
        guard let tree else { return step(.setupNoRepository, command: "git -C \(ShellWord.quote(path)) init") }
        let linked = trackedLinks(in: tree)
        if !linked.isEmpty { step(.setupUntrack, command: "git -C \(ShellWord.quote(path)) rm -r -q --cached \(linked.map(ShellWord.path).joined(separator: " "))") }
        step(.setupCommit, command: "git -C \(ShellWord.quote(path)) add -A . && git -C \(ShellWord.quote(path)) commit -m 'Set up by shed'")
        // git carries no hooks.
        step(.setupTrust, command: "shed trust DIR && shed -C DIR repair --folders && shed -C DIR sync-setup git")
    }

    /// The views whose links stand in the index, where they came in before they were left out.
    private func trackedLinks(in tree: GitWorkTree) -> [RelativePath] {
        views.filter { view in
            guard let links = try? root.openDirectory(at: view).list(atMost: 10_000).filter({ $0.kind == .link }), !links.isEmpty else { return false }
            return tree.holds(links.map { view.appending($0.name).bytes })?.isEmpty == false
        }
    }

    /// The sidecar's own file; the lines are put into one that a person wrote.
    private mutating func planAttributes() throws(ShedError) {
        let place = FilePlace(directory: home.sidecar.directory, path: path + Array("/.shed".utf8), name: GitAttributes.name)
        guard let text = read(place) else { return }
        // What was written with the sidecar belongs to it and not to this.
        if text.bytes == GitAttributes.bytes { return }
        guard text.bytes == nil else { return set(CarrierLines.attributes, in: place) }
        if !removes { files.append(PlannedFile(place: place, before: nil, after: .text(GitAttributes.bytes))) }
    }

    /// The file by which git keeps a folder.
    private mutating func planKeeper(in folder: RelativePath) {
        guard let place = place(SetupPlanner.keeperName, in: folder) else { return }
        let kept = removes ? nil : [SetupPlanner.keeperName, SetupPlanner.ignoreName].first { (try? place.directory.kind(of: $0)).flatMap { $0 } != nil }
        // Whatever of that name is there, git keeps the folder by it.
        guard kept == nil, let text = read(place) else { return }
        plan(SetupPlanner.keeper, in: place, text)
    }

    /// The file by which git leaves the links of a view out; the lines are put into one that a person wrote.
    private mutating func planLinks(in view: RelativePath) {
        guard let place = place(SetupPlanner.ignoreName, in: view), let text = read(place) else { return }
        if text.bytes == nil || text.bytes == SetupPlanner.linkKeeper { plan(SetupPlanner.linkKeeper, in: place, text) } else { set(CarrierLines.links, in: place) }
    }

    /// Plans a file that is all shed's, or its end, by what stands there.
    private mutating func plan(_ content: [UInt8], in place: FilePlace, _ text: Held) {
        if removes, text.bytes == content { files.append(PlannedFile(place: place, before: content, after: .nothing)) }
        if !removes, text.bytes == nil { files.append(PlannedFile(place: place, before: nil, after: .text(content))) }
    }

    /// A file in a folder of the project; `nil` where that is not there, and for what is in a project of its own, which is not put right from here.
    private func place(_ name: Name, in folder: RelativePath) -> FilePlace? {
        var directory = root
        for name in folder.names {
            guard let next = try? directory.openDirectory(name), !next.holdsProject else { return nil }
            directory = next
        }
        return FilePlace(directory: directory, path: path + [UInt8(ascii: "/")] + folder.bytes, name: name)
    }

    private mutating func planHooks(in tree: GitWorkTree) {
        let command = GitHook(.merge, program: program, projects: []).command(for: tree.project)
        let settings = GitSettings(of: tree, environment: home.surroundings.environment)
        if let elsewhere = settings.hooksPath {
            // That may be a folder of the work tree, which others would get, or one of the person's for all repositories.
            if !removes { leave(.setupHooksElsewhere(path: EscapedText.escape(elsewhere)), command: command) }
            return
        }
        guard let common = tree.hooksHome ?? tree.common, let place = try? RealPath.of(Array("/proc/self/fd/\(common.descriptor)".utf8)) else { return }
        // Which directory that is, the project has said, and nobody else.
        guard tree.hooksHome != nil else {
            if !removes { step(.setupHooksElsewhere(path: EscapedText.escape(place + Array("/hooks".utf8))), command: command) }
            return
        }
        let hooks: DirectoryHandle
        do throws(DiskError) {
            guard try common.kind(of: "hooks") != nil else {
                // The folder is made with the first hook.
                if !removes { planHooks(in: nil, of: common, place, tree) }
                return
            }
            hooks = try common.openDirectory("hooks")
        } catch {
            setup.items.append(.init(path: place + Array("/hooks".utf8), action: .leave, reason: .setupIsNoFile, isLeftToPerson: true))
            if !removes { leave(.setupHooksElsewhere(path: EscapedText.escape(place + Array("/hooks".utf8))), command: command) }
            return
        }
        planHooks(in: hooks, of: common, place, tree)
    }

    private mutating func planHooks(in hooks: DirectoryHandle?, of common: DirectoryHandle, _ path: [UInt8], _ tree: GitWorkTree) {
        for occasion in GitHook.Occasion.allCases {
            let place = FilePlace(directory: hooks ?? common, path: path + Array("/hooks".utf8), name: occasion.name, isInNewFolder: hooks == nil)
            guard let text = hooks == nil ? Held() : read(place) else { continue }
            let own = text.bytes.flatMap { GitHook(occasion, reading: $0) }
            if text.bytes != nil, own == nil {
                guard !removes else { continue }
                setup.items.append(.init(path: place.fullPath, action: .leave, reason: .setupHookIsYours, isLeftToPerson: true))
                leave(.setupHookLine(path: EscapedText.escape(place.fullPath)), command: GitHook(occasion, program: program, projects: []).command(for: tree.project))
                continue
            }
            var hook = own ?? GitHook(occasion, program: program, projects: [])
            hook.projects.removeAll { $0 == tree.project }
            if !removes {
                hook.projects.append(tree.project)
                hook.program = program
            }
            let isWhole = text.bytes == hook.bytes && place.directory.isProgram(place.name)
            if hook.projects.isEmpty {
                if text.bytes != nil { files.append(PlannedFile(place: place, before: text.bytes, after: .nothing)) }
            } else if !isWhole {
                files.append(PlannedFile(place: place, before: text.bytes, after: .program(hook.bytes)))
            }
        }
    }

    // MARK: Files

    private struct Held {
        /// `nil` where the file is not there.
        var bytes: [UInt8]?
    }

    private func place(_ name: Name) -> FilePlace { FilePlace(directory: root, path: path, name: name) }

    /// A step by which a person completes what is not shed's to write.
    private mutating func leave(_ words: Message, command: String) {
        setup.leavesLines = true
        step(words, command: command)
    }

    private mutating func step(_ words: Message, command: String? = nil) { setup.steps.append(.init(words: words, command: command)) }

    /// Plans that a block stands in a file, or does not.
    private mutating func set(_ block: MarkedBlock, in place: FilePlace) {
        guard let text = read(place) else { return }
        do throws(MarkedBlock.Damage) {
            let after = removes ? try text.bytes.flatMap { bytes throws(MarkedBlock.Damage) in try block.taken(outOf: bytes) } : try block.put(into: text.bytes)
            guard after != text.bytes else { return }
            files.append(PlannedFile(place: place, before: text.bytes, after: after.map { .text($0) } ?? .nothing))
        } catch { setup.items.append(.init(path: place.fullPath, action: .leave, reason: .setupMarkIsMissing)) }
    }

    /// What a file holds; `nil` for what is not to be touched, which is told.
    private mutating func read(_ place: FilePlace) -> Held? {
        do throws(DiskError) { return Held(bytes: try place.directory.read(place.name, atMost: SetupPlanner.longest)) } catch {
            if error.code == .notFound { return Held() }
            let reason: Message = switch error.code {
            case .isLink, .notFile, .notDirectory: .setupIsNoFile
            case .tooLarge: .setupIsTooLong
            default: error.why
            }
            setup.items.append(.init(path: place.fullPath, action: .leave, reason: reason))
            return nil
        }
    }
}

extension [UInt8] {
    /// Lines, as they can be shown.
    fileprivate var shown: String { split(separator: UInt8(ascii: "\n")).map { EscapedText.escape(Array($0)) }.joined(separator: "\n") }
}
