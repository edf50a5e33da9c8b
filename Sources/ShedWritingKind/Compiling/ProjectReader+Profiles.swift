import ShedDisk
import ShedMessages
import ShedModel
import ShedProject
import ShedWriting

/// Where profiles stand: `.shed/profiles/NAME.toml`.
enum ProfileFolder {
    static let name: Name = "profiles"

    /// The profile that a file of this name is; `nil` for one that is none.
    static func profile(of file: Name) -> String? {
        guard let text = file.text, text.hasSuffix(".toml"), case let name = String(text.dropLast(5)), isPossible(name) else { return nil }
        return name
    }

    /// Letters, digits, `-` and `_`: a name leads to no other folder.
    static func isPossible(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count) && name.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-" || $0 == "_" }
    }
}

extension ProjectReader {
    /// A profile by its name: the project's own, else one that comes with shed; and the bytes of its file, empty where it has none.
    /// Where it names no language it has the project's.
    package func compileProfile(_ name: String) throws(ShedError) -> (profile: CompileProfile, bytes: [UInt8]) {
        guard ProfileFolder.isPossible(name) else {
            throw ShedError(.usage, .noProfile(name: EscapedText.escape(Array(name.utf8))), remedy: .profilesAre(names: try compileProfiles().joined(separator: ", ")))
        }
        let file = SidecarFile(Name(name + ".toml"), in: ProfileFolder.name)
        let bytes: [UInt8]?
        do throws(DiskError) { bytes = try file.read(in: root) } catch { throw ShedError(error) }
        if let bytes {
            do throws(ProfileFault) { return (try CompileProfile(bytes, named: name, language: project.strings.language.rawValue), bytes) } catch {
                throw ShedError(.usage, .badProfile(path: "\(file.path)", reason: error.description), remedy: .profilesAreDescribed)
            }
        }
        guard var shipped = CompileProfile.shipped[name] else {
            throw ShedError(.usage, .noProfile(name: EscapedText.escape(Array(name.utf8))), remedy: .profilesAre(names: try compileProfiles().joined(separator: ", ")))
        }
        shipped.work.language = project.strings.language.rawValue
        return (shipped, [])
    }

    /// The names of all profiles that there are, in their order.
    package func compileProfiles() throws(ShedError) -> [String] {
        var names = Set(CompileProfile.shipped.keys)
        do throws(DiskError) {
            let folder = try root.openDirectory(".shed").openDirectory(ProfileFolder.name)
            for entry in try folder.list(atMost: 10_000) where entry.kind == .file {
                if let name = ProfileFolder.profile(of: entry.name) { names.insert(name) }
            }
        } catch {
            guard [.notFound, .notDirectory, .isLink].contains(error.code) else { throw ShedError(error) }
        }
        return names.sorted()
    }
}
