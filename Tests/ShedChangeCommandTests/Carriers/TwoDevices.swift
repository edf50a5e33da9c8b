import ShedCommandTestSupport
import ShedModel
import ShedTestSupport
import Testing

/// One project on two devices of this machine: each has a home, a state directory and a copy of its own, and a real program carries.
///
/// A scenario is a script for sh(1) with these functions:
///
/// | function | does |
/// | --- | --- |
/// | `one SCRIPT`, `two SCRIPT` | runs it in the project on that device; what fails in it ends the scenario |
/// | `look` | `shed sync` on both, with `--now` where the scenario says so |
/// | `bring` | what the carrier does, both ways |
/// | `carry` | both |
struct TwoDevices {
    let shelf: Shelf
    /// The nodes of the first device's project when both had the same, by their paths.
    private let before: [String: JSONValue]
    private let carrier: Carrier
    /// Whether each look is `sync --now`.
    private let isNow: Bool

    /// What carries: bodies of functions of the shell.
    struct Carrier: Sendable {
        /// What a copy needs that could be a project of its own, as `begin` ends with it.
        static let trust = "; two '\"$SHED\" trust . -q; \"$SHED\" adopt . --as replica -q; \"$SHED\" repair --folders -q > ../said'"

        /// Makes `two` of `one`, and says there that it is trusted, and if need be that it is the same project.
        var begin: String
        var bring: String
    }

    /// - Parameters:
    ///   - preparation: what is done with the project on the first device before the other gets it, in its directory.
    ///   - isNow: whether each look is `sync --now`.
    init(_ carrier: Carrier, preparation: String = ":", isNow: Bool = false) throws {
        (shelf, self.carrier, self.isNow) = (try Shelf(), carrier, isNow)
        try TwoDevices.run(
            """
            "$SHED" new poetry one --language en -q; cd one; mkdir Collections/Book
            printf 'ode one\\node two\\node three\\nand more of it\\n' > Draft/Ode.txt; printf 'elegy one\\nelegy two\\nelegy three\\n' > Draft/Elegy.txt
            printf 'a poem in a book\\nwhich is long enough\\n' > Collections/Book/Poem.txt
            "$SHED" sync -q; "$SHED" tag add mine Draft/Ode.txt --create -q; \(preparation); cd ..; begin
            look; bring; look
            """, in: shelf, carrier, isNow: isNow)
        before = try TwoDevices.nodes(of: "one", in: shelf)
    }

    /// Runs a scenario.
    /// - Returns: what it printed.
    @discardableResult func run(_ script: String) throws -> String { try TwoDevices.run(script, in: shelf, carrier, isNow: isNow) }

    @discardableResult private static func run(_ script: String, in shelf: Shelf, _ carrier: Carrier, isNow: Bool) throws -> String {
        let text = """
            set -eu; export SHED='\(ShedProgram.path)' GIT_CONFIG_NOSYSTEM=1 GIT_MERGE_AUTOEDIT=no GIT_EDITOR=true; base=$PWD; mkdir -p home-one home-two
            for who in AUTHOR COMMITTER; do export GIT_${who}_NAME=A GIT_${who}_EMAIL=a@example.org; done
            side() { (cd "$base/$1"; export HOME="$base/home-$1" SHED_STATE_DIR="$base/state-$1"; shift; eval "$*"); }
            export HOME="$base/home-one" SHED_STATE_DIR="$base/state-one"
            one() { side one "$@"; }
            two() { side two "$@"; }
            isNow=\(isNow ? "--now" : "")
            look() { for side in one two; do side $side '"$SHED" sync $isNow > ../said || [ $? = 1 ]'; done; }
            carry() { look; bring; }
            begin() { \(carrier.begin); }
            bring() { \(carrier.bring); }
            \(script)
            """
        let result = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(text.utf8)], input: nil, in: shelf.work)
        try #require(result.code == 0, "\(result.code) \(result.everything)")
        return result.text
    }

    /// Carries until nothing is to be expected any more, with `--now` in the end, and looks whether all is as it has to be: the same on
    /// both devices, and on one that only now gets it; another round writes nothing; `check` finds nothing; no text is gone.
    /// - Parameters:
    ///   - ids: whose ID a path has: the path that it had at the start.
    ///   - texts: what stands in some file of each device.
    ///   - skipped: names of what the carrier does not carry.
    ///   - rule: what `check` is to find, and nothing else.
    func expectAgreement(
        ids: [String: String] = [:], texts: [String] = [], skipped: [String] = [], mayWarn rule: String? = nil, _ location: SourceLocation = #_sourceLocation
    ) throws {
        // What waits for its explanation no longer does in the end.
        try run("carry; isNow=--now; carry; carry")
        let count = "find one/.shed/ops two/.shed/ops one/.shed/base two/.shed/base -type f 2> /dev/null | wc -l || :"
        let written = try run(count)
        #expect(try run("isNow=--now; { carry; look; } > carried; \(count)") == written, "they go on writing", sourceLocation: location)
        let omitted = ([".git", ".shed", "All"] + skipped).map { "-x '\($0)'" }.joined(separator: " ")
        let difference = try run("diff -r --strip-trailing-cr \(omitted) one two || :")
        #expect(difference == "", sourceLocation: location)
        let nodes = try nodes(of: "one", besides: skipped)
        #expect(try self.nodes(of: "two", besides: skipped) == nodes, sourceLocation: location)
        #expect(try self.nodes(of: "one", besides: skipped, state: "nowhere") == nodes, "to a device that reads it first", sourceLocation: location)
        for (path, former) in ids { #expect(nodes[path]?["id"] == before[former]?["id"], "\(path)", sourceLocation: location) }
        for side in ["one", "two"] {
            let found = try run("\(side) '\"$SHED\" check -q || :'")
            if let rule { #expect(found.split(separator: " [").count == 2 && found.contains(rule), sourceLocation: location) }
            if rule == nil { #expect(found == "", sourceLocation: location) }
            for text in texts {
                let holders = try run("\(side) \"grep -rlF --exclude-dir=.git --exclude-dir=.shed '\(text)' . || :\"")
                #expect(holders != "", "\(text) on \(side)", sourceLocation: location)
            }
        }
    }

    private func nodes(of side: String, besides skipped: [String], state: String? = nil) throws -> [String: JSONValue] {
        try TwoDevices.nodes(of: side, in: shelf, state: state).filter { path, _ in !skipped.contains { path == $0 || path.hasSuffix("/" + $0) } }
    }

    /// What is said of each node, by its path: its ID, role, tags and variables.
    private static func nodes(of side: String, in shelf: Shelf, state: String? = nil) throws -> [String: JSONValue] {
        let script = "cd \(side); export HOME=$PWD/../home-\(side) SHED_STATE_DIR=$PWD/../\(state ?? "state-" + side); '\(ShedProgram.path)' tree --json"
        let tree = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(script.utf8)], input: nil, in: shelf.work)
        var (open, found) = (try tree.json().array ?? [], [String: JSONValue]())
        try #require(!open.isEmpty)
        while let node = open.popLast() {
            open += node["children"]?.array ?? []
            guard let path = node["path"]?.string else { continue }
            found[path] = .object(JSONObject(["id", "role", "tags", "variables"].map { JSONObject.Member($0, node[$0] ?? .null) }))
        }
        return found
    }
}
