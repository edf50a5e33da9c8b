import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// A project that could not be checked leaves a trace in every format that has a place for it.
@Suite(.waitsForPrograms) struct `A project that cannot be checked` {
    private func broken() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/.shed/settings.toml", "[check]\nselect = 3\n")
        return shelf
    }

    private static let reason = ".shed/settings.toml: line 2: “check.select” must be a list of at most 1000 texts, [\"…\"]. Mend or remove the line."

    @Test func `stands in json, also alone`() throws {
        let result = try broken().shed("check", "--json", "--exit-zero", in: "Poems")
        #expect(result.code == 2)
        #expect(result.err == "shed: \(Self.reason)\n")
        let json = try result.json()
        #expect(json["failures"] == [["project": ".", "message": .string(Self.reason)]])
        #expect(json["findings"] == [] && json["projects"] == [])
    }

    @Test func `stands in sarif, github, gitlab and junit`() throws {
        let shelf = try broken()
        func report(_ format: String) throws -> RunResult {
            let result = try shelf.shed("check", "--format", format, in: "Poems")
            #expect(result.code == 2 && result.err == "shed: \(Self.reason)\n", "\(format)")
            return result
        }
        let invocation = try report("sarif").json()["runs"]?.array?.first?["invocations"]?.array?.first
        #expect(invocation?["executionSuccessful"] == false && invocation?["exitCode"] == 2)
        #expect(invocation?["toolExecutionNotifications"] == [["level": "error", "message": ["text": .string(Self.reason)]]])
        #expect(try report("github").text == "::error title=not-checked::\(Self.reason)\n")
        let issue = try #require(try report("gitlab").json().array?.first)
        #expect(issue["check_name"] == "not-checked" && issue["severity"] == "blocker" && issue["location"]?["path"] == ".")
        #expect(try report("junit").text.contains("errors=\"1\""))
    }

    @Test func `is said on stderr alone where people read`() throws {
        let shelf = try broken()
        for format in ["full", "concise", "gnu", "json-lines"] {
            let result = try shelf.shed("check", "--format", format, in: "Poems")
            #expect(result.code == 2 && result.out.isEmpty && result.err == "shed: \(Self.reason)\n", "\(format)")
        }
    }

    @Test func `does not keep others from being checked`() throws {
        let shelf = try broken()
        _ = try shelf.shed("new", "blank", "Notes")
        shelf.makeFile("Notes/loose.txt")
        let result = try shelf.shed("check", "--json")
        #expect(result.code == 2)
        let json = try result.json()
        #expect(json["failures"]?.array?.compactMap { $0["project"]?.string } == ["Poems"])
        #expect(json["findings"]?.array?.compactMap { $0["project"]?.string } == ["Notes"])
        #expect(json["projects"]?.array?.count == 1)
        // Where the file is in, from here.
        #expect(try shelf.shed("check", "--format", "github").text.contains("::error title=not-checked::Poems/\(Self.reason)\n"))
    }

    @Test func `says which line is not UTF-8`() throws {
        let shelf = try Shelf.withPoems()
        _ = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array("printf '# fine\\n[check]\\n# \\351\\n' > Poems/.shed/settings.toml".utf8)], input: nil, in: shelf.work)
        let result = try shelf.shed("check", in: "Poems")
        #expect(result.code == 2 && result.err.hasPrefix("shed: .shed/settings.toml: line 3: it is not UTF-8"), "\(result.err)")
    }

    @Test func `is one too where git cannot be asked what is staged`() throws {
        let result = try Shelf.withPoems().shed("check", "--staged", "--json", in: "Poems")
        #expect(result.code == 2)
        #expect(try result.json()["failures"]?.array?.count == 1)
    }
}
