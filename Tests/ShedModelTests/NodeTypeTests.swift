import ShedModel
import Testing

/// Types of nodes are declared by those who know them.
@Suite struct NodeTypeTests {
    private static let shelf = NodeTypeTraits(
        "test-shelf", isDirectory: true, accepts: .both, children: [.init("test-box", isDirectory: true), .init("test-note", suffix: ".note")],
        scopes: [LabelScope(rawValue: "test-shelf")])

    @Test func `a type is known by its word once it is declared, and declaring it again gives the same`() {
        #expect(NodeType(rawValue: "test-never-declared") == nil)
        let shelf = NodeType.declare(Self.shelf)
        #expect(shelf == NodeType.declare(Self.shelf) && shelf == NodeType(rawValue: "test-shelf"))
        #expect(shelf.rawValue == "test-shelf" && shelf.isDirectory && shelf.traits == Self.shelf)
        #expect(shelf.defaultAccepts == .both && shelf.number == nil)
        #expect(NodeType.declared.contains(shelf) && NodeType.declared.prefix(3) == [.file, .folder, .project])
    }

    @Test func `the core's types have words and numbers`() {
        for (number, word, type, isDirectory) in [(0, "file", NodeType.file, false), (1, "folder", .folder, true), (2, "project", .project, true)] as [(UInt8, String, NodeType, Bool)] {
            #expect(type.rawValue == word && NodeType(rawValue: word) == type)
            #expect(type.number == number && NodeType(number: number) == type)
            #expect(type.isDirectory == isDirectory && NodeType(number: number)?.isDirectory == isDirectory)
        }
        #expect(NodeType(number: 31) == nil && NodeType(number: 32) == nil && NodeType(number: 255) == nil)
    }

    @Test func `what is added to a folder of a type is what the type says, where that is declared`() {
        let (shelf, note) = (NodeType.declare(Self.shelf), NodeType.declare(NodeTypeTraits("test-note")))
        let template = Template(kind: "test", language: .english, root: .both, rootFolders: shelf, folders: [])
        let folder = Node(id: NodeID(high: 1, low: 1), type: shelf)
        #expect(template.type(ofAdded: .directory, named: "a", to: nil) == shelf)
        #expect(template.type(ofAdded: .file, named: "a.note", to: nil) == .file)
        #expect(template.type(ofAdded: .file, named: "a.note", to: folder) == note)
        #expect(template.type(ofAdded: .file, named: "a.txt", to: folder) == .file)
        // Nobody has declared what its folders are.
        #expect(template.type(ofAdded: .directory, named: "a", to: folder) == .folder)
    }

    @Test func `a scope covers the types that name it`() {
        let scope = LabelScope(rawValue: "test-shelf")
        #expect(scope.covers(NodeType.declare(Self.shelf)) && !scope.covers(.folder))
    }

    @Test func `another type of the same word or number ends the program`() async {
        await #expect(processExitsWith: .failure) {
            _ = NodeType.declare(NodeTypeTraits("test-word"))
            _ = NodeType.declare(NodeTypeTraits("test-word", isDirectory: true))
        }
        await #expect(processExitsWith: .failure) { _ = NodeType.declare(NodeTypeTraits("test-word", number: 1)) }
        await #expect(processExitsWith: .failure) { _ = NodeType.declare(NodeTypeTraits("test-word", number: 32)) }
    }
}
