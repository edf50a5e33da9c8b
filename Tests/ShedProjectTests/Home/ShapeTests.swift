import ShedDisk
import ShedModel
import ShedProjectTestSupport
import ShedSidecar
import Testing

@testable import ShedProject

/// Which kind and which template a project was trusted with.
@Suite struct `The template that was trusted` {
    private let shelf: Shelf
    private let project: Project

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
    }

    private func other() throws -> Template { try shelf.project("novel", named: "Other").home.template }

    private func write(_ template: Template) throws {
        try project.home.sidecar.directory.write(Sidecar.templateName, template.encoded, replacing: true)
    }

    @Test func `is another where somebody else has changed it, which is only looked at`() throws {
        try write(try other())
        let error = #expect(throws: ShedError.self) { _ = try shelf.reopen(project) }
        #expect(error?.isAboutTrust == true)
        let seen = try shelf.reopen(project, purpose: .look)
        #expect(!seen.home.isTrusted && !seen.home.hasTrustedTemplate && seen.home.remembered == .reshaped)
        let trusted = try seen.trusted(as: .trust)
        #expect(trusted.home.isTrusted && trusted.home.hasTrustedTemplate)
        _ = try shelf.reopen(project)
    }

    @Test func `may be the one that a verb puts in its place, whether it comes to that or not`() throws {
        let (former, other) = (project.home.template, try other())
        try project.write(after: .nothing) { transaction throws(ShedError) in try transaction.trust(other) }
        #expect(try shelf.reopen(project).home.isTrusted)
        try write(other)
        #expect(try shelf.reopen(project).home.isTrusted)
        try write(former)
        #expect(try shelf.reopen(project).home.isTrusted)
    }

    /// What is kept of a root goes by this: a shed that wrote a template otherwise would ask about every project.
    @Test func `is known by what its file holds, and the same when it was read`() throws {
        let bytes = try project.home.sidecar.directory.read(Sidecar.templateName, atMost: 1 << 20)
        #expect(project.home.template.encoded == bytes)
        #expect(try project.home.sidecar.template().encoded == bytes)
    }

    @Test func `stays trusted where the root is another directory that is surely the same, and where it is a copy`() throws {
        try shelf.shell("cp -a 'My Poems' Copy; touch Copy/.stignore 'My Poems/.stignore'")
        let copy = try shelf.trusted("Copy")
        #expect(copy.home.stateFolder?.record.shapes == project.home.stateFolder?.record.shapes)
        #expect(copy.home.stateFolder?.record.shapes.count == 1)
    }
}
