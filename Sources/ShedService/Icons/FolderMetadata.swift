import Glibc
import ShedModel

/// What GNOME's library keeps of a folder beside the file system (gvfsd-metadata), asked and told by gio(1): the icon that Nautilus, Nemo
/// and Caja show, the emblems and the colour that Thunar shows.
///
/// It is kept by path on this machine, and travels nowhere. Each question is a process of some milliseconds.
public struct FolderMetadata: Sendable {
    /// What shed says of a folder.
    public struct Marks: Hashable, Sendable {
        public var emblems: [String]
        /// A URI, which begins with `file://`.
        public var icon: String?
        /// As Thunar writes colours.
        public var colour: String?

        public init(emblems: [String] = [], icon: String? = nil, colour: String? = nil) {
            (self.emblems, self.icon, self.colour) = (emblems, icon, colour)
        }

        public var isEmpty: Bool { self == Marks() }
    }

    private let environment: [String: String]
    private let program: String
    /// Whether Thunar is here, which shows emblems and no icon of a folder's own.
    private let showsEmblems: Bool
    /// What our icons begin with.
    private let pictures: String?
    private var patience: Duration

    /// - Parameters:
    ///   - environment: `PATH` says where gio is, `DBUS_SESSION_BUS_ADDRESS` or `XDG_RUNTIME_DIR` where the session bus is.
    ///   - patience: so long gio is waited for, in all that is asked and told by this.
    /// - Returns: `nil` where one of the two is not here.
    public init?(environment: [String: String], patience: Duration = .seconds(5)) {
        guard let program = ProgramPath.find("gio", environment: environment), FolderMetadata.hasBus(environment) else { return nil }
        // It writes what this locale has no characters for as “?”, and what was read is written again beside our emblems.
        self.environment = environment.merging(["LC_ALL": "C.UTF-8"]) { $1 }
        self.program = program
        self.patience = patience
        pictures = (try? FolderPictures(environment: environment)).map { "file://" + FolderMetadata.escaped($0.directory) + "/" }
        showsEmblems = Browser.thunar.programs.contains { ProgramPath.find($0, environment: environment) != nil }
    }

    /// Without one, GLib would start a bus of its own.
    private static func hasBus(_ environment: [String: String]) -> Bool {
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty { return !address.hasPrefix("disabled:") }
        guard let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") else { return false }
        var status = stat()
        return stat(runtime + "/bus", &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    /// What is to be said of a folder that has a picture.
    /// - Parameter path: where the picture's file stands.
    public func marks(of picture: FolderPicture, at path: String) -> Marks {
        let colour = picture.colour.map { "rgb(\($0.rawValue >> 16 & 0xff),\($0.rawValue >> 8 & 0xff),\($0.rawValue & 0xff))" }
        // Where nobody shows emblems alone, a picture is enough.
        let emblems = showsEmblems ? picture.emblems : picture.emblems.filter { $0 == FolderPicture.waitingEmblem }
        return Marks(emblems: emblems, icon: "file://" + FolderMetadata.escaped(path), colour: showsEmblems ? colour : nil)
    }

    private static func escaped(_ path: String) -> String {
        var result: [UInt8] = []
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                result.append(byte)
            case UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): result.append(byte)
            default: result += Array("%".utf8) + Array(Hexadecimal.string(of: CollectionOfOne(byte)).uppercased().utf8)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Says something else of a folder than shed said before. What a person, or another program, has said is left.
    /// - Parameters:
    ///   - path: absolute; one that is not UTF-8 cannot be given.
    ///   - former: what shed said.
    /// - Returns: what shed says now; `nil` where nobody could be asked.
    public mutating func change(_ path: [UInt8], from former: Marks, to marks: Marks) -> Marks? {
        guard let path = String(validating: path, as: UTF8.self), path.hasPrefix("/"), let known = read(path) else { return nil }
        var said = Marks()
        let emblems = known.emblems.filter { !$0.hasPrefix(FolderPicture.emblemPrefix) } + marks.emblems
        if emblems != known.emblems {
            guard set(path, "emblems", emblems) else { return nil }
        }
        said.emblems = marks.emblems
        said.icon = say(path, "custom-icon", known.icon, former.icon, marks.icon)
        said.colour = say(path, "thunar-highlight-color-background", known.colour, former.colour, marks.colour)
        return said
    }

    /// - Returns: what shed says there now.
    private mutating func say(_ path: String, _ key: String, _ known: String?, _ former: String?, _ new: String?) -> String? {
        // One of our pictures may have come with a folder that a file manager moved, or been told before an interruption.
        let isOurs = pictures.flatMap { known?.hasPrefix($0) } ?? false
        guard known == nil || known == former || known == new || isOurs else { return nil }
        if known == new { return new }
        return set(path, key, new.map { [$0] } ?? []) ? new : former
    }

    // MARK: gio

    private mutating func run(_ words: [String]) -> [UInt8]? {
        // What is left of less than a millisecond is no time: gio would be started and ended at once.
        guard patience >= .milliseconds(1) else { return nil }
        let start = ContinuousClock.now
        defer { patience -= .now - start }
        let ending = try? ChildProcess.run(program, words, environment: environment, milliseconds: Int64(patience / .milliseconds(1)))
        return ending.flatMap { $0.code == 0 ? $0.output : nil }
    }

    private mutating func set(_ path: String, _ key: String, _ values: [String]) -> Bool {
        if values.isEmpty { return run(["set", "-t", "unset", path, "metadata::\(key)"]) != nil }
        return run(["set"] + (key == "emblems" ? ["-t", "stringv"] : []) + [path, "metadata::\(key)"] + values) != nil
    }

    /// Values stand on a line each; one of a person's that holds a line break is none of ours whatever is read of it.
    private mutating func read(_ path: String) -> Marks? {
        guard let output = run(["info", "-a", "metadata::*", path]) else { return nil }
        var marks = Marks()
        for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
            let line = line.drop { $0 == " " }
            func value(_ key: String) -> String? {
                let start = "metadata::\(key): "
                return line.hasPrefix(start) ? String(line.dropFirst(start.count)) : nil
            }
            if let list = value("emblems") {
                marks.emblems = list.dropFirst().dropLast().split(separator: ",").map { String($0.drop { $0 == " " }) }
            }
            if let icon = value("custom-icon") { marks.icon = icon }
            if let colour = value("thunar-highlight-color-background") { marks.colour = colour }
        }
        return marks
    }
}
