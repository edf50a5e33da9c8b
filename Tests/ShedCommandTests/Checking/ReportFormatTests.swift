import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `Report formats` {
    @Test func `full groups by file and says cause, cure and rule`() throws {
        let result = try Shelf.withFaults().shed("check", in: "Poems")
        #expect(result.code == 1)
        #expect(result.text.hasPrefix("""
            Draft/a:b, 100%.txt
              warning: No <percent> & signs. [CUS no-percent]
                A name that matches “*%*” may not stand here.

            Draft/b\\xff.txt
              warning:
            """))
        #expect(result.text.contains("\nloose.txt\n  error: A file cannot stand at the project's root. [PLC001 file-at-root]\n"))
        #expect(result.err == "1 error, 2 warnings, 1 note\n")
    }

    @Test func `nothing found is said on stderr, and stdout stays empty`() throws {
        let result = try Shelf.withPoems().shed("check", in: "Poems")
        #expect(result.code == 0)
        #expect(result.out.isEmpty)
        #expect(result.err == "Nothing found.\n")
    }

    @Test func `colors stand in full and concise only, and in no file`() throws {
        let shelf = try Shelf.withFaults()
        for format in ["full", "concise"] {
            #expect(try shelf.shed("check", "--format", format, "--color", "always", in: "Poems").text.contains("\u{1b}["))
        }
        for format in ["json", "json-lines", "sarif", "github", "gitlab", "junit", "gnu"] {
            let text = try shelf.shed("check", "--format", format, "--color", "always", in: "Poems").text
            #expect(!text.isEmpty)
            #expect(!text.contains("\u{1b}"), "\(format)")
        }
    }

    @Test func `concise and gnu are one line a finding`() throws {
        let shelf = try Shelf.withFaults()
        let concise = try shelf.shed("check", "--format", "concise", in: "Poems").text.split(separator: "\n")
        #expect(concise.count == 4)
        #expect(concise.first == "Draft/a:b, 100%.txt:1:1: warning: No <percent> & signs. [CUS no-percent]")
        let gnu = try shelf.shed("check", "--format", "gnu", in: "Poems")
        #expect(gnu.text.contains("\nloose.txt:1:1: error: A file cannot stand at the project's root. [file-at-root]\n"))
        #expect(gnu.err.isEmpty)
    }

    @Test func `paths are relative to where the program was started`() throws {
        let shelf = try Shelf.withFaults()
        func first(_ arguments: String..., in directory: String) throws -> String {
            let result = try shelf.run((["check", "--format", "gnu", "--select", "file-at-root"] + arguments).map { Array($0.utf8) }, in: directory)
            return String(result.text.prefix { $0 != ":" })
        }
        #expect(try first(in: "Poems") == "loose.txt")
        #expect(try first(in: "Poems/Draft") == "../loose.txt")
        #expect(try first("Poems", in: "") == "Poems/loose.txt")
        #expect(try first("-C", "Poems", in: "") == "Poems/loose.txt")
        shelf.makeDirectory("Elsewhere")
        #expect(try first("../Poems", in: "Elsewhere") == shelf.work + "/Poems/loose.txt")
    }

    @Test func `json has the documented shape, with the bytes of a name that is not UTF-8`() throws {
        let json = try Shelf.withFaults().shed("check", "--json", in: "Poems").json()
        #expect(json.object?.members.map(\.name) == ["version", "findings", "summary", "projects"])
        #expect(json["summary"] == ["errors": 1, "warnings": 2, "notes": 1])
        let odd = try #require(json["findings"]?.array?.first { $0["rule"] == "name-not-utf8" })
        #expect(odd["path"] == "Draft/b\\xff.txt")
        #expect(odd["pathBytes"]?.string.flatMap(Base64.decode) == Array("Draft/b".utf8) + [0xff] + Array(".txt".utf8))
    }

    @Test func `json-lines is the findings of json, one a line`() throws {
        let shelf = try Shelf.withFaults()
        let lines = try shelf.shed("check", "--format", "json-lines", in: "Poems").out.split(separator: UInt8(ascii: "\n")).map { try JSONParser.parse(Array($0)) }
        #expect(lines == (try shelf.shed("check", "--json", in: "Poems").json()["findings"]?.array))
        #expect(lines.count == 4)
    }

    @Test func `github annotations are escaped`() throws {
        let result = try Shelf.withFaults().shed("check", "--format", "github", in: "Poems")
        let lines = result.text.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines.allSatisfy { $0.hasPrefix("::error file=") || $0.hasPrefix("::warning file=") || $0.hasPrefix("::notice file=") })
        #expect(lines.first == "::warning file=Draft/a%3Ab%2C 100%25.txt,line=1,col=1,title=CUS no-percent::No <percent> & signs. A name that matches “*%25*” may not stand here.")
        #expect(result.text.contains("::error file=loose.txt,line=1,col=1,title=PLC001 file-at-root::A file cannot stand"))
    }

    @Test func `gitlab issues have fingerprints that stay and differ`() throws {
        let shelf = try Shelf.withFaults()
        func issues() throws -> [JSONValue] { try #require(try shelf.shed("check", "--format", "gitlab", in: "Poems").json().array) }
        let before = try issues()
        let prints = before.compactMap { $0["fingerprint"]?.string }
        #expect(Set(prints).count == 4)
        let loose = try #require(before.first { $0["check_name"] == "file-at-root" })
        #expect(loose["severity"] == "major")
        #expect(loose["location"] == ["path": "loose.txt", "lines": ["begin": 1]])
        #expect(loose.object?.members.map(\.name) == ["description", "check_name", "fingerprint", "severity", "location"])
        shelf.makeFile("Poems/another.txt")
        let after = try issues().compactMap { $0["fingerprint"]?.string }
        #expect(after.count == 5)
        #expect(Set(prints).isSubset(of: after))
    }

    @Test func `sarif names percent-encoded places, rules and fingerprints`() throws {
        let log = try Shelf.withFaults().shed("check", "--format", "sarif", in: "Poems").json()
        let run = try #require(log["runs"]?.array?.first)
        let results = try #require(run["results"]?.array)
        let places = results.compactMap { $0["locations"]?.array?.first?["physicalLocation"]?["artifactLocation"]?["uri"]?.string }
        #expect(places == ["Draft/a%3Ab%2C%20100%25.txt", "Draft/b%FF.txt", "Other", "loose.txt"])
        let rules = try #require(run["tool"]?["driver"]?["rules"]?.array)
        for result in results {
            let index = try #require(result["ruleIndex"]?.integer)
            #expect(rules[Int(index)]["id"] == result["ruleId"])
        }
        #expect(run["invocations"]?.array?.first?["exitCode"] == 1)
    }

    @Test func `every finding of json names its project, one or many`() throws {
        let shelf = try Shelf.withFaults()
        func projects(_ arguments: String..., in directory: String) throws -> Set<String> {
            let json = try shelf.run((["check", "--json"] + arguments).map { Array($0.utf8) }, in: directory).json()
            return Set((json["findings"]?.array ?? []).compactMap { $0["project"]?.string })
        }
        #expect(try projects(in: "Poems") == ["."])
        #expect(try projects(in: "Poems/Draft") == [".."])
        #expect(try projects("Poems", in: "") == ["Poems"])
        shelf.makeDirectory("Elsewhere")
        #expect(try projects("../Poems", in: "Elsewhere") == [shelf.work + "/Poems"])
    }

    @Test func `sarif has what is suppressed and what is in the baseline, with the reasons`() throws {
        let shelf = try Shelf.withFaults()
        shelf.makeFile("shed.toml", """
            [check]
            ignore = ["reserved-character"]
            [[check.suppress]]
            path = "Poems/loose.txt"
            rule = "PLC001"
            reason = "The printer wants it."

            """)
        _ = try shelf.shed("check", "--select", "NAM", "--write-baseline", "../known.json", in: "Poems")
        let run = try #require(try shelf.shed("check", "--format", "sarif", "--baseline", "../known.json", in: "Poems").json()["runs"]?.array?.first)
        var reasons: [String: String] = [:]
        for result in run["results"]?.array ?? [] {
            let suppressions = try #require(result["suppressions"]?.array)
            reasons[result["ruleId"]?.string ?? ""] = suppressions.first?["justification"]?.string ?? "none"
        }
        #expect(reasons == [
            "file-at-root": "The printer wants it.", "name-not-utf8": "It was there when the baseline was written.", "missing-template-folder": "none",
            "no-percent": "none",
        ])
        // They do not count.
        #expect(try shelf.shed("check", "--format", "sarif", "--baseline", "../known.json", "--ignore", "CUS", in: "Poems").code == 0)
        #expect(run["columnKind"] == "utf16CodeUnits")
    }

    @Test func `a report is not written over a document`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/Ode.txt", "an ode\n")
        shelf.makeFile("Poems/.shedignore", "*.sarif\n")
        for name in ["Draft/.ode", "Draft/Ode.sarif", "../outside"] { shelf.makeFile("Poems/\(name)") }
        let refused = try shelf.shed("check", "--output", "Draft/Ode.txt", in: "Poems")
        #expect(refused.code == 2)
        #expect(refused.err.hasPrefix("shed: --output: \(shelf.work)/Poems/Draft/Ode.txt is a document of the project \(shelf.work)/Poems."))
        #expect(TestFile.read(shelf.work + "/Poems/Draft/Ode.txt") == Array("an ode\n".utf8))
        for name in ["Draft/.ode", "Draft/Ode.sarif", "../outside"] {
            #expect(try shelf.shed("check", "--output", name, in: "Poems").code == 0, "\(name)")
        }
    }

    @Test func `a report goes into a file whole, and stdout stays empty`() throws {
        let shelf = try Shelf.withFaults()
        let wanted = try shelf.shed("check", "--format", "sarif", in: "Poems").out
        let result = try shelf.shed("check", "--format", "sarif", "--output", "../report.sarif", in: "Poems")
        #expect(result.code == 1)
        #expect(result.out.isEmpty)
        #expect(result.err == "1 error, 2 warnings, 1 note\n")
        #expect(TestFile.read(shelf.work + "/report.sarif") == wanted)
        shelf.makeDirectory("folder")
        for place in ["/dev/null", "../folder", "../nowhere/report"] {
            #expect(try shelf.shed("check", "--output", place, in: "Poems").code == 2, "\(place)")
        }
        #expect(try shelf.scenario("test -c /dev/null && echo there; ls -A folder; ls -A | grep -c shed-tmp") == "there\n0\n")
    }
}
