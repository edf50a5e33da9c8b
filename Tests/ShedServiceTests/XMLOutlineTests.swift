import Glibc
import ShedTestSchedule
import Testing

@testable import ShedService

@Suite(.waitsForPrograms) struct `The outline of an XML file` {
    static let good = [
        "<actions/>", "<a></a>", "\u{feff}<a/>", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a/>\n", "<?xml version='1.0'?><a/>",
        "<a b='1' c=\"&lt;'\">x &amp; &#228;&#xe4;</a>", "<!-- c --><?p x?><a><!-- d --><![CDATA[<&]]></a><!-- e -->",
        "<!DOCTYPE a [\n<!ELEMENT a (b|c)*>\n<!-- ] \" -->\n<!ATTLIST a b CDATA 'x>]'>\n]>\n<a/>", "<a><b/><b><b/></b></a >", "<a>ä]]</a>",
    ]

    static let bad = [
        "", " ", "text", "<a>", "<a></b>", "</a>", "<a/><a/>", "<a/>text", "<a b=1/>", "<a b/>", "<a b='1' b='2'/>", "<a b='1'c='2'/>", "<a b='<'/>",
        "<a>&</a>", "<a>&nbsp;</a>", "<a>&#0;</a>", "<a>&#xd800;</a>", "<a>]]></a>", "<a><!-- -- --></a>", "<a><!--</a>", "<a><![CDATA[</a>", "<1/>",
        " <?xml version='1.0'?><a/>", "<?xml version='1.0' encoding='latin-1'?><a/>", "<?xml version='2.0'?><a/>", "<a><?xml version='1.0'?></a>",
        "<!DOCTYPE a [<a/>", "<!DOCTYPE a [<!ENTITY b 'c'>]><a/>", "<a/><!DOCTYPE a>", "<a>\u{1}</a>", "<a>\u{fffe}</a>", "<a", "<a b='", "<a><", "<a>&#-1;</a>",
    ]

    @Test(arguments: good) func `takes what is well-formed`(text: String) throws {
        #expect(throws: Never.self) { try XMLOutline(Array(text.utf8)) }
    }

    @Test(arguments: bad) func `refuses what is not, or says more than a list of actions can`(text: String) {
        #expect(throws: XMLFault.self) { try XMLOutline(Array(text.utf8)) }
    }

    @Test func `names the line`() {
        let error = #expect(throws: XMLFault.self) { try XMLOutline(Array("<a>\n<b>\n</a>".utf8)) }
        #expect(error == XMLFault(line: 3, reason: "“</a>” closes nothing"))
    }

    @Test func `says where elements stand`() throws {
        let bytes = Array("<a>\n <b x='>'>y</b><b/></a>".utf8)
        let outline = try XMLOutline(bytes)
        #expect(outline.children(of: 0, named: "b") == [1, 2])
        #expect(String(decoding: bytes[outline.elements[1].whole], as: UTF8.self) == "<b x='>'>y</b>")
        #expect(String(decoding: bytes[outline.elements[1].content], as: UTF8.self) == "y")
        #expect(outline.elements[2].isOneTag)
    }

    @Test func `is not led astray by depth`() {
        let error = #expect(throws: XMLFault.self) { try XMLOutline(Array(String(repeating: "<a>", count: 300_000).utf8)) }
        #expect(error?.reason.contains("100 deep") == true)
    }

    /// Each good text with each of its bytes left out or doubled: what is taken must be XML to libxml2 too.
    @Test(.enabled(if: access("/usr/bin/xmllint", X_OK) == 0, "there is no xmllint (Debian: libxml2-utils)"))
    func `takes nothing that xmllint does not`() throws {
        let bench = try Bench()
        var taken: [String] = []
        for (index, text) in Self.good.enumerated() {
            let bytes = Array(text.utf8)
            // The inside of a document type is only passed over.
            guard !text.contains("<!DOCTYPE") else { continue }
            for place in bytes.indices {
                for replacement in [[], [bytes[place], bytes[place]]] {
                    var changed = bytes
                    changed.replaceSubrange(place...place, with: replacement)
                    guard (try? XMLOutline(changed)) != nil else { continue }
                    let name = "\(index)-\(place)-\(replacement.count).xml"
                    try bench.file(name, String(decoding: changed, as: UTF8.self))
                    taken.append(bench.path + "/" + name)
                }
            }
        }
        #expect(taken.count > 50)
        let ending = try ChildProcess.run("/usr/bin/xmllint", ["--noout"] + taken, environment: [:], milliseconds: 60_000)
        #expect(ending.code == 0, "\(ending.text)")
    }
}
