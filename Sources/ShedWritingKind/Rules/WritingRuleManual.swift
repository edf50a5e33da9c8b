// Made by “make rules” from the doc comments of the rules and from Fixtures/rules: not to be edited.

import ShedRules

/// What the manual says of each rule.
enum WritingRuleManual {
    /// The entry of a rule; `nil` for a name that none has.
    static func entry(_ rule: String) -> RuleEntry? { entries[rule] }

    private static let entries = [
        "outdated-view": outdatedView,
        "edited-view": editedView,
        "unreadable-submission": unreadableSubmission,
        "submission-without-piece": submissionWithoutPiece,
        "dragged-link": draggedLink,
    ]

    private static let outdatedView = RuleEntry(
        why: ["A chapter was changed, moved, added or removed, or the profile was, or an image that a document holds, since the manuscript was compiled. shed compares what it saw of the files then with what is there now and reads none of them; on a machine that has not compiled it, it says nothing."],
        cure: "`shed compile`.",
        fails: "# The manuscript was compiled, and then a chapter was written on.\nkind novel\nfolder Chapters/One\nfile Chapters/One/a.md \"Call me Ishmael.\\n\"\nsync\ncompile\nfile Chapters/One/a.md \"Call me Ishmael. Some years ago …\\n\"\nsync\n",
        says: ["Novel/Poems.md: note: It was compiled before Chapters/One/a.md was last changed. [WRT001 outdated-view]"],
        passes: "# It was compiled after the last change.\nkind novel\nfolder Chapters/One\nfile Chapters/One/a.md \"Call me Ishmael. Some years ago …\\n\"\nsync\ncompile\n")

    private static let editedView = RuleEntry(
        why: ["What is written into it would be lost when it is compiled again. shed keeps it: the edited file moves to Rejected by this rule before the new one takes its place."],
        cure: "Make the change in the chapter that it belongs to, and then `shed compile`.",
        fails: "# Somebody corrects a slip in the manuscript itself.\nkind novel\nfolder Chapters/One\nfile Chapters/One/a.md \"Call me Ishmeal.\\n\"\nsync\ncompile\nfile Novel/Poems.md \"Call me Ishmael.\\n\"\nsync\n",
        says: ["Novel/Poems.md: warning: It was edited after it was compiled; the next “shed compile” moves it to Rejected. [WRT002 edited-view]"],
        passes: "# The slip is corrected in the chapter, and the manuscript compiled anew.\nkind novel\nfolder Chapters/One\nfile Chapters/One/a.md \"Call me Ishmeal.\\n\"\nsync\ncompile\nfile Chapters/One/a.md \"Call me Ishmael.\\n\"\nsync\ncompile\n")

    private static let unreadableSubmission = RuleEntry(
        why: ["A record is a Markdown file in Submissions that begins with front matter: lines `key: value` between two lines `---`. One that cannot be read is in no list of what is out, so nobody is told that the text is there already, or that an answer is due. shed changes nothing of such a file."],
        cure: "`nano \"Submissions/Granta/2024-05-01 Ode.md\"`, and mend the line that the finding names.",
        fails: "# The day on which it was sent is none of the calendar.\nfolder Submissions/Granta\nfile Draft/Ode.txt\nfile \"Submissions/Granta/2024-05-01 Ode.md\" \"---\\npiece: Draft/Ode.txt\\nsent: 2024-02-30\\n---\\n\"\nsync\n",
        says: ["Submissions/Granta/2024-05-01 Ode.md:3: warning: It is no record of a submission that can be read: “sent” is “2024-02-30”, which is no day such as 2026-11-22. [WRT010 unreadable-submission]"],
        passes: "# Whatever else a person writes into a record stays there, and is no fault.\nfolder Submissions/Granta\nfile Draft/Ode.txt\nfile \"Submissions/Granta/2024-05-01 Ode.md\" \"---\\npiece: Draft/Ode.txt\\nsent: 2024-05-01\\nfee: 3 pounds\\n---\\nBy post.\\n\"\nfile Submissions/Granta/Guidelines.md \"---\\nNo front matter, but a line.\\n\"\nsync\n")

    private static let submissionWithoutPiece = RuleEntry(
        why: ["The text is known by its ID, `piece-id`, so it may be renamed and moved; where no such ID was ever known, as in a copy of the project, by its path, `piece`, or by its name alone where only one text in Draft, Ready, Set Aside and Published has that. Where there is none of these, the record still says what was sent and what came of it, and the copy beside it is what was sent; but no warning comes before the text is sent elsewhere."],
        cure: "Do without the record, `shed rm \"Submissions/Granta/2024-05-01 Ode.md\"`; or name the text's path as `piece` in it, and take the line `piece-id` out.",
        fails: "# What was sent was never a text of this project.\nfolder Submissions/Granta\nfile \"Submissions/Granta/2024-05-01 Ode.md\" \"---\\npiece: Draft/Ode.txt\\nsent: 2024-05-01\\n---\\n\"\nsync\n",
        says: ["Submissions/Granta/2024-05-01 Ode.md: note: What it says was sent, “Draft/Ode.txt”, is no text of this project. [WRT011 submission-without-piece]"],
        passes: "# The text is there.\nfolder Submissions/Granta\nfile Draft/Ode.txt\nfile \"Submissions/Granta/2024-05-01 Ode.md\" \"---\\npiece: Draft/Ode.txt\\nsent: 2024-05-01\\n---\\n\"\nsync\n")

    private static let draggedLink = RuleEntry(
        why: ["Who drags or pastes something out of All in a file manager gets its link, not the text: the text stays where it is, and the link is nothing to shed, though programs show it like a file. So a poem that was dragged from All to Published is not published. Only links to texts in Draft, Ready, Set Aside and Published are looked at that stand in one of these folders."],
        cure: "`rm Published/Ode.txt`, and then `shed mv Draft/Ode.txt Published`.",
        fails: "# A text was dragged from All to Published, which moves its link alone.\nfile .shed/settings.toml \"views = true\\n\"\nfile Draft/Ode.txt\nsync\nmove All/Ode.txt Published/Ode.txt\nsync\n",
        says: ["Published/Ode.txt: note: This is only a link to Draft/Ode.txt, such as stand in “All”; the text itself was not moved. [WRT020 dragged-link]"],
        passes: "# The text itself was moved.\nfile .shed/settings.toml \"views = true\\n\"\nfile Draft/Ode.txt\nsync\nmove Draft/Ode.txt Published/Ode.txt\nsync\n")
}
