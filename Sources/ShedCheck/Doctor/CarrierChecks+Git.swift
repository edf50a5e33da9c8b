import Glibc
import ShedDisk
import ShedModel
import ShedProject
import ShedRules
import ShedSidecar

/// git, by its own files and a person's settings of it.
extension CarrierChecks {
    func git() -> [Diagnosis] {
        guard let tree else { return [] }
        let settings = GitSettings(of: tree, environment: environment)
        let found = leftOut(tree, settings) + changed(tree, settings) + tracked(tree) + hooks(tree, settings)
        return found.isEmpty ? [Diagnosis(.git, .ok, subject: path, "git may carry its .shed")] : found
    }

    private func leftOut(_ tree: GitWorkTree, _ settings: GitSettings) -> [Diagnosis] {
        let ignores = GitIgnores(tree, root: root, path: path, excludes: settings.excludes(environment))
        for (path, kind) in CarrierChecks.carried {
            guard let (file, part) = ignores.lost(path, kind) else { continue }
            return [
                Diagnosis(
                    .git, .warning, subject: self.path, "\(file.shown) leaves out \(part.isRoot ? "the project" : CarrierChecks.shown(part))", cost: CarrierChecks.cost,
                    remedy: "remove the line from \(place(of: file, tree)), then: git add .shed")
            ]
        }
        return []
    }

    /// Where a file of patterns stands, as a word of the shell, or in words where that is for git to say.
    private func place(of file: GitIgnores.Origin, _ tree: GitWorkTree) -> String {
        switch file {
        case .excludes: return "git’s core.excludesFile, or the file ignore beside git’s config"
        case .info:
            let top = path.split(separator: UInt8(ascii: "/")).dropLast(tree.project.names.count).flatMap { [UInt8(ascii: "/")] + $0 }
            return ShellWord.quote(top + Array("/\(file.shown)".utf8))
        case .ignore: return ShellWord.quote(path + Array("/\(file.shown)".utf8))
        }
    }

    private static let costOfLineEnds =
        "batches are not as they were written: this shed reads them, an earlier one takes them for torn; protected copies count as damaged"

    /// Whether git changes what stands in the sidecar.
    private func changed(_ tree: GitWorkTree, _ settings: GitSettings) -> [Diagnosis] {
        var attributes = PathAttributes()
        let name: Name = ".gitattributes"
        let full = tree.project.appending(CarrierChecks.batch)
        if let text = settings.attributes(environment) { attributes.take(text, of: full) }
        for level in tree.levels {
            guard let text = CarrierChecks.text(name, in: level.directory) else { continue }
            attributes.take(text, of: level.below.appending(CarrierChecks.batch))
        }
        let sidecar = try? root.openDirectory(Sidecar.name)
        for (depth, directory) in [sidecar, try? sidecar?.openDirectory(Sidecar.ops)].enumerated() {
            guard let directory, let text = CarrierChecks.text(name, in: directory) else { continue }
            attributes.take(text, of: RelativePath(Array(CarrierChecks.batch.names.dropFirst(depth + 1))))
        }
        let (tracked, converts) = (attributes, settings.convertsBy != nil)
        if let text = tree.readInfo("attributes") { attributes.take(text, of: full) }
        // What stands there counts before every .gitattributes.
        func remedyThere(_ attribute: String) -> String {
            let git = "git -C \(ShellWord.quote(path))"
            return "echo '**/.shed/** -\(attribute)' >> \"$(\(git) rev-parse --path-format=absolute --git-path info/attributes)\""
        }
        if attributes.changesLineEnds(byDefault: converts) {
            guard tracked.changesLineEnds(byDefault: converts) else {
                return [
                    Diagnosis(
                        .git, .warning, subject: path, "git may change line ends in .shed (attributes): what .git/info/attributes says counts before .shed/.gitattributes",
                        cost: CarrierChecks.costOfLineEnds, remedy: remedyThere("text"))
                ]
            }
            let cause = settings.convertsBy.map { "core.autocrlf in \($0)" } ?? "attributes"
            return [
                Diagnosis(
                    .git, .warning, subject: path, "git may change line ends in .shed (\(cause)), and no .shed/.gitattributes keeps it from that",
                    cost: CarrierChecks.costOfLineEnds, remedy: setup(.git))
            ]
        }
        guard let other = attributes.otherChange else { return [] }
        return [
            Diagnosis(
                .git, .warning, subject: path, "git changes what stands in .shed, by the attribute \(other)",
                cost: "where that is not set up alike, batches come torn",
                remedy: "take .shed out of it: "
                    + (tracked.otherChange == other ? "echo '* -\(other)' >> \(ShellWord.quote(path + Array("/.shed/.gitattributes".utf8)))" : remedyThere(other)))
        ]
    }

    /// What git's index holds that is nobody else's.
    private func tracked(_ tree: GitWorkTree) -> [Diagnosis] {
        guard tree.holds([Array(".shed/staging/".utf8)])?.isEmpty == false else { return [] }
        return [
            Diagnosis(
                .git, .note, subject: path, "git carries .shed/staging, where each device has files on their way",
                cost: "others get what is half done, and it stays with them",
                remedy: "\(setup(.git)) && git -C \(ShellWord.quote(path)) rm -r -q --cached .shed/staging")
        ]
    }

    /// Whether the hooks that were set up find their program.
    private func hooks(_ tree: GitWorkTree, _ settings: GitSettings) -> [Diagnosis] {
        guard settings.hooksPath == nil, let hooks = try? tree.common?.openDirectory("hooks") else { return [] }
        let lost = GitHook.Occasion.allCases.compactMap { occasion in
            (try? hooks.read(occasion.name, atMost: GitHook.longest)).flatMap { GitHook(occasion, reading: $0) }
        }.first { hook in
            guard hook.projects.contains(tree.project) else { return false }
            return hook.program.contains(0) || access(String(decoding: hook.program, as: UTF8.self), X_OK) != 0
        }
        guard let lost else { return [] }
        return [
            Diagnosis(
                .git, .note, subject: path, "git’s hooks name \(EscapedText.escape(lost.program)), which is not there",
                cost: "the project is not checked after a merge", remedy: setup(.git))
        ]
    }
}
