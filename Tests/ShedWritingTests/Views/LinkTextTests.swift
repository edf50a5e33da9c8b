import ShedModel
import ShedWriting
import Testing

@Suite struct `What an absolute link names` {
    private func target(_ text: String, _ root: String = "/home/a/Poems") -> String? {
        LinkText.target(of: Array(text.utf8), below: Array(root.utf8)).map { "\($0)" }
    }

    @Test func `is a path below the project, by its text alone`() {
        #expect(target("/home/a/Poems/Draft/Ode.txt") == "Draft/Ode.txt")
        #expect(target("/Draft/Ode.txt", "/") == "Draft/Ode.txt")
    }

    @Test(arguments: [
        "/home/a/Poems", "/home/a/Poems/", "/home/a/Poems/Ode.txt", "/home/a/Poems2/Draft/Ode.txt", "/home/a/Poems/Draft/../../x", "/home/a/Poems//Draft/Ode.txt",
        "/home/a/Poems/.shed/project.json", "/home/a/Poems/Draft/./Ode.txt", "Draft/Ode.txt", "/etc/passwd", "",
    ]) func `is nothing otherwise`(text: String) { #expect(target(text) == nil) }
}
