import Glibc
import ShedModel
import ShedTestSupport
import Testing

/// What another device, which has only the tree with its sidecar, makes of it.
struct `Another device` {
    @Test func `knows what stands at a path that another node had before`() throws {
        let shelf = try Shelf()
        #expect(try shelf.shed("new", "blank", "Notes").code == 0)
        #expect(try shelf.shed("allow", "Files", "both", in: "Notes").code == 0)
        for folder in ["d", "e"] {
            shelf.makeDirectory("Notes/Files/\(folder)")
            shelf.makeFile("Notes/Files/\(folder)/f.txt", "\(folder)\n")
        }
        shelf.makeFile("Notes/Files/g.txt", "g\n")
        shelf.makeFile("Notes/Files/h.txt", "h\n")
        #expect(try shelf.shed("sync", in: "Notes").code == 0)
        func rm(_ path: String) throws { _ = try shelf.spawn("/bin/rm", ["-r", path].map { Array($0.utf8) }, input: nil, in: shelf.work) }
        try rm("Notes/Files/d")
        try rm("Notes/Files/g.txt")
        #expect(try shelf.shed("sync", in: "Notes").code == 0)
        shelf.move("Notes/Files/e", "Notes/Files/d")
        shelf.move("Notes/Files/h.txt", "Notes/Files/g.txt")
        #expect(try shelf.shed("sync", in: "Notes").code == 0)
        let here = try shelf.shed("tree", "--json", in: "Notes").json()

        _ = try shelf.spawn("/bin/cp", ["-a", "Notes", shelf.path + "/there"].map { Array($0.utf8) }, input: nil, in: shelf.work)
        let there = try shelf.spawn(
            "/usr/bin/env", ["SHED_STATE_DIR=\(shelf.path)/elsewhere", ShedProgram.path, "tree", "--json", "-C", shelf.path + "/there"].map { Array($0.utf8) },
            input: nil, in: shelf.work)
        #expect(ids(here) == ids(try there.json()))
        #expect(ids(here).count == 5)
    }

    private func ids(_ tree: JSONValue) -> [String: String] {
        var result: [String: String] = [:]
        for node in tree.array ?? [] {
            result[node["path"]?.string ?? ""] = node["id"]?.string ?? "none"
            result.merge(ids(node["children"] ?? .null)) { $1 }
        }
        return result
    }
}
