import ShedModel
import Testing

/// What the TOML parser must not be given.
@Suite struct TOMLGuardTests {
    @Test(arguments: [
        ("[=]", 1), ("a = 1\n[ ]\n", 2), ("[[\"a\"]]\n [[ #", 2), ("\u{feff}[.a]", 1), ("a = '''\n[=]\n'''\n[]", 4),
        ("a = [\n[],\n[{b = 1}]]\n[?]", 4), ("a = \"\\\"[\" # [=]\n[,]", 2), ("a = \"\"\"x\"\"\"\"\"\n[=]", 2),
    ]) func `a header without a name is found`(text: String, line: Int) {
        #expect(TOMLGuard.namelessHeader(in: Array(text.utf8)) == line)
    }

    @Test(arguments: [
        "", "[", "[[", "[a]\n[[b.c]]\n['d']\n[ \"e\" ]", "a = [\n[],\n[{b = 1}],\n]\n", "a = \"\"\"\n[=]\n\"\"\"\n", "a = '\n[=]", "# [=]\na = '[=]'",
    ]) func `everything else is left to the parser`(text: String) {
        #expect(TOMLGuard.namelessHeader(in: Array(text.utf8)) == nil)
    }
}
