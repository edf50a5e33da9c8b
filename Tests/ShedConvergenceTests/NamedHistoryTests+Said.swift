import ShedModel
import Testing

/// Files that stood beside others, or of which another device has said what they hold, each by the shortest history that went wrong.
@Suite struct `Devices that know a file by what was seen or said of it` {
    @Test func `what has waited since before a file was gone is a copy of it, and not the file`() {
        let steps = [step(0, .mkdir("d/d")), step(0, .copy("d/c.txt", "d/d/b.txt")), step(0, .look(.sync)), step(1, .rename("d/c.txt", "d/a.txt"))]
        #expect(problems(hasSkew: true, steps).isEmpty)
    }

    @Test func `what lay in a known folder that another device refused is one with what was made of it here`() {
        let steps = [
            step(0, .rename("Draft", "e")), step(0, .copy("Ready/c.txt", "Ready/a.txt")), step(1, .rename("Ready", "Draft/e")), step(1, .look(.refresh)),
            step(0, .rename("Ready", "e/d")), step(0, .exchange("e/d/c.txt")),
        ]
        #expect(problems(hasTemplate: true, hasSkew: true, steps).isEmpty)
    }

    @Test func `a file that came with a text that its device had not read yet, and was moved on, is known by that text`() {
        let steps = [
            step(0, .move("Draft/a.txt", "Ready/a.txt")), step(0, .write("Ready/a.txt")), step(1, .files(from: 0, keepsInodes: false)),
            step(1, .move("Ready/a.txt", "Trash/a.txt")),
        ]
        #expect(problems(hasTemplate: true, hasSkew: true, steps).isEmpty)
    }

    @Test func `no device moves back what another has moved, where a folder and Trash claim one path`() {
        let steps = [
            step(0, .move("Draft", "Trash/e")), step(2, .rename("Ready/c.txt", "Trash/a.txt")), step(1, .rename("Trash", "d")), step(2, .rename("Ready", "d")),
        ]
        #expect(problems(count: 3, hasTemplate: true, steps).isEmpty)
    }

    @Test func `a file that has come where another device had moved it, and was moved on there, is awaited from where it has come`() {
        let steps = [
            step(0, .rename("d/c.txt", "d/a.txt")), step(0, .look(.refresh)), step(0, .swap("d/a.txt", "b.txt")), step(1, .rename("d/c.txt", "c.txt")),
            step(0, .exchange("d/a.txt")), step(1, .crash(.sync, .resumed)),
        ]
        #expect(problems(hasSkew: true, steps).isEmpty)
    }

    @Test func `what a verb moves is what stands there, where the batches have another that has not come`() {
        let steps = [
            step(0, .swap("a.txt", "b.txt")), step(0, .look(.sync)), step(1, .batches(from: 0)), step(1, .accept("b.txt", "c.txt", .none)),
            step(1, .delete("a.txt")), step(1, .look(.daemon)),
        ]
        #expect(problems(hasSkew: true, steps).isEmpty)
    }
}
