import ShedModel
import Testing

@Suite struct `Text in XML` {
    @Test func `has a blank for what XML cannot hold`() {
        #expect(XMLText.escapeCleaned("a\u{1}b\u{fffe}c\u{1f600}") == "a b c\u{1f600}")
        #expect(XMLText.escapeCleaned("<\"&'>\r\n\t") == "&lt;&quot;&amp;'&gt;&#13;&#10;&#9;")
    }
}
