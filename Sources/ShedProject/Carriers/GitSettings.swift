import ShedDisk
import ShedModel

/// What git's configuration says that matters to a sidecar, by its files: the system's, the person's and the repository's. Others that
/// these include are not read.
package struct GitSettings {
    private var core: [String: [UInt8]?] = [:]
    /// Where each value stands: a path that is safe to show.
    private var sources: [String: String] = [:]
    private let home: [UInt8]?

    /// Reads the files, in the order in which they count.
    /// - Parameter environment: says where the person's and the system's are (git(1)).
    package init(of tree: GitWorkTree?, environment: [String: String]) {
        home = environment["HOME"].flatMap { $0.hasPrefix("/") ? Array($0.utf8) : nil }
        for path in GitSettings.files(environment) { take(GitSettings.read(path), from: EscapedText.escape(Array(path.utf8))) }
        guard let tree else { return }
        take(tree.read("config"), from: ".git/config")
        if isTrue("worktreeconfig", else: false) { take(tree.readOwn("config.worktree"), from: ".git/config.worktree") }
    }

    private mutating func take(_ bytes: [UInt8]?, from source: String) {
        guard let bytes else { return }
        for (name, value) in GitConfigText(bytes).core {
            core[name] = .some(value)
            sources[name] = source
        }
    }

    /// The system's file and the person's, as far as they are named.
    private static func files(_ environment: [String: String]) -> [String] {
        var files: [String] = []
        if environment["GIT_CONFIG_NOSYSTEM"].map({ ["0", "false", "no", ""].contains($0) }) ?? true {
            files.append(environment["GIT_CONFIG_SYSTEM"] ?? "/etc/gitconfig")
        }
        if let own = environment["GIT_CONFIG_GLOBAL"] { return (files + [own]).filter { $0.hasPrefix("/") } }
        if let directory = configuration(environment) { files.append(directory + "/config") }
        if let home = environment["HOME"] { files.append(home + "/.gitconfig") }
        return files.filter { $0.hasPrefix("/") }
    }

    private static func configuration(_ environment: [String: String]) -> String? {
        if let directory = environment["XDG_CONFIG_HOME"], directory.hasPrefix("/") { return directory + "/git" }
        return environment["HOME"].map { $0 + "/.config/git" }
    }

    /// A person's own file, to which a link may lead.
    private static func read(_ path: String) -> [UInt8]? { read(Array(path.utf8)) }

    private static func read(_ path: [UInt8]) -> [UInt8]? {
        guard let real = try? RealPath.of(path), let name = real.split(separator: UInt8(ascii: "/")).last,
            let parent = AbsolutePath.parent(of: real)
        else { return nil }
        return try? DirectoryHandle(pathBytes: parent).readBeginning(Name(bytes: Array(name)), atMost: GitConfigText.longest)
    }

    // MARK: What it says

    /// Where `core.autocrlf` stands, if it has git change line ends; `nil` if it does not.
    package var convertsBy: String? {
        guard let value = core["autocrlf"] else { return nil }
        return isTrue("autocrlf", else: false) || value?.elementsEqual("input".utf8) == true ? sources["autocrlf"] : nil
    }

    /// Where the hooks stand, if somewhere else than in the repository: `core.hooksPath`.
    package var hooksPath: [UInt8]? { core["hookspath"].flatMap { $0 } }

    /// What the person leaves out of all repositories: `core.excludesFile`, else `ignore` beside their configuration.
    package func excludes(_ environment: [String: String]) -> [UInt8]? { file("excludesfile", else: "ignore", environment) }

    /// The attributes that hold in all of a person's repositories: `core.attributesFile`, else `attributes` beside their configuration.
    package func attributes(_ environment: [String: String]) -> [UInt8]? { file("attributesfile", else: "attributes", environment) }

    private func file(_ name: String, else usual: String, _ environment: [String: String]) -> [UInt8]? {
        if let path = core[name].flatMap({ $0 }) {
            if path.first == UInt8(ascii: "/") { return GitSettings.read(path) }
            guard path.starts(with: "~/".utf8), let home else { return nil }
            return GitSettings.read(home + path.dropFirst())
        }
        return GitSettings.configuration(environment).flatMap { $0.hasPrefix("/") ? GitSettings.read($0 + "/" + usual) : nil }
    }

    private func isTrue(_ name: String, else usual: Bool) -> Bool {
        guard let value = core[name] else { return usual }
        guard let value else { return true }
        let word = String(decoding: value, as: UTF8.self).lowercased()
        return ["true", "yes", "on"].contains(word) || Int64(word).map { $0 != 0 } == true
    }
}
