import ShedModel
import ShedRecords
import Testing

@Suite("XML")
struct XMLExchangeTests {
    @Test func `is read whoever wrote it`() throws {
        let text = """
            \u{feff}<?xml version='1.0' encoding="utf-8" standalone='yes' ?><!-- a -- b -->
            """
        #expect(ExchangeFormat.xml.fault(text)?.message.contains("in a comment") == true)
        let back = try ExchangeFormat.xml.imported("""
            <?xml version='1.0' encoding="utf-8" standalone='yes' ?><!-- a --><?what is this?>
            <collection name='B&#x6f;oks' id = "0190b5c8-7d5e-7c3a-9f21-3b6c1f0e4a10" >
              <record id="0190b5c8-7d5e-7c3a-9f21-3b6c1f0e4a11"><!-- - --><pair key="a\n&#10;b"> x&lt;<![CDATA[<&]] >]]>&#13;\r
            <?pi?>y</pair><pair key="e"/><pair key='f'></pair ></record>
              <record></record>
            </collection>
            <!-- end -->
            """)
        #expect(back.collection == Sample.collection)
        #expect(back.content == [
            IdentifiedRecord(id: Sample.records[0].id, record: Record([Pair("a \nb", " x<<&]] >\r\ny"), Pair("e", ""), Pair("f", "")])),
            IdentifiedRecord(id: nil, record: Record()),
        ])
        #expect(back.records.map(\.line) == [3, 6])
    }

    @Test(arguments: [
        ("", 1, "no element"), ("<!DOCTYPE collection SYSTEM \"file:///etc/passwd\"><collection/>", 1, "document type"),
        ("<!DOCTYPE c [<!ENTITY a \"lol\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">]>\n<collection name=\"&b;\"/>", 1, "document type"),
        ("<collection>\n<!ENTITY x SYSTEM 'file:///etc/passwd'></collection>", 2, "document type"), ("<collection name='&b;'/>", 1, "unknown entity “b”"),
        ("<a/>", 1, "<collection> was expected"), ("<collection/><collection/>", 1, "something follows"), ("<collection>x</collection>", 1, "text between"),
        ("<collection><record id='../x.json'/></collection>", 1, "“../x.json” is no UUID"), ("<collection a='1'/>", 1, "unknown attribute “a”"),
        ("<collection>\n<record><pair/></record></collection>", 2, "no key"), ("<collection id='1' id='2'/>", 1, "occurs twice"),
        ("<collection><record><pair key='a'>1</pair>\n<pair key='a'>2</pair></record></collection>", 2, "“a” occurs twice"),
        ("<collection><record><pair key='a'><b/></pair></record></collection>", 1, "an element inside"),
        ("<collection><record><pair key='a'>]]></pair></record></collection>", 1, "“]]>”"), ("<collection></record>", 1, "</record> where"),
        ("<collection><record><pair key='a'>\u{1}</pair></record></collection>", 1, "XML cannot hold"),
        ("<collection><record><pair key='a'>&#0;</pair></record></collection>", 1, "XML cannot hold"),
        ("<collection><record><pair key='a'>&#xd800;</pair></record></collection>", 1, "XML cannot hold"),
        ("<collection><record><pair key='a' encoding='base64'>a</pair></record></collection>", 1, "base64"),
        ("<collection><record><pair key='a' encoding='hex'>a</pair></record></collection>", 1, "unknown encoding"),
        ("<?xml version='1.0' encoding='UTF-16'?><collection/>", 1, "the encoding “UTF-16”"), (" <?xml version='1.0'?><collection/>", 1, "not at the start"),
    ]) func `is refused where it is wrong`(text: String, line: Int, message: String) {
        let fault = ExchangeFormat.xml.fault(text)
        #expect(fault?.line == line)
        #expect(fault?.message.contains(message) == true, "\(fault?.message ?? "no error")")
    }
}
