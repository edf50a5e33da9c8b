import ShedModel
import ShedRules
import Testing

@Suite struct `Locks beside files` {
    @Test(arguments: [
        // Of six characters and less Word leaves out nothing, of seven one, of more two. Others leave out nothing ever.
        ("~$Ode.docx", "Ode.docx"), ("~$Letter.docx", "Letter.docx"), ("~$etters.docx", "Letters.docx"), ("~$cument.docx", "Document.docx"),
        ("~$Accounts.xlsx", "Accounts.xlsx"), ("~$e first of many.odt", "The first of many.odt"), ("~$ück an Ana.docx", "Glück an Ana.docx"),
        // In UTF-16, as Windows counts.
        ("~$letter.docx", "📜letter.docx"), ("~$ of many.docx", "三つ of many.docx"), ("~$ notes", "My notes"),
        (".~lock.Ode.odt#", "Ode.odt"), (".Ode.txt.swp", "Ode.txt"),
    ])
    func `are known by the file`(lock: String, file: String) {
        let locks = LocksBeside([Name("Elegy.docx"), Name(lock), Name(file)])
        #expect(locks.lock(of: Name(file)) == Name(lock) && locks.lock(of: Name("Elegy.docx")) == nil)
    }

    @Test(arguments: [
        ("~$tter.docx", "Letter.docx"), ("~$tters.docx", "Letters.docx"), ("~$Document.doc", "Document.docx"), ("~$cument.docx", "Document.doc"),
        ("~$ument.docx", "Document.docx"), ("~$", ""), ("~$", "ab"), ("~$Ode.docx", "~$Ode.docx"), ("~$etter.docx", "📜letter.docx"), ("~cument.docx", "Document.docx"),
    ])
    func `of other files are none`(lock: String, file: String) { #expect(LocksBeside([Name(lock)]).lock(of: Name(file)) == nil) }

    @Test func `whose names are no text lock what they name`() {
        let file = Name(bytes: [0xff, 0xfe] + Array("Document.docx".utf8))
        #expect(LocksBeside([Name(bytes: Array("~$".utf8) + file.bytes)]).lock(of: file) != nil)
    }
}
