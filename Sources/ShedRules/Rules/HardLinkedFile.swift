/// A file has other names, in this project or elsewhere (hard links).
///
/// Some programs write into the file, and change it under all its names; others save a new file under one name, and the
/// others keep the old text. shed cannot know a file by itself while it has several names, and knows it by its path.
///
/// To cure it: replace it by a copy of itself: `cp -p Draft/Rain.txt Draft/.Rain.txt && mv Draft/.Rain.txt
/// Draft/Rain.txt`. `find / -xdev -samefile Draft/Rain.txt` finds the other names; `rm Research/Rain.txt` removes one.
public enum HardLinkedFile: Rule {
    public static let info = RuleInfo(
        "hard-linked-file", "PLC013", .warning,
        summary: "A file has other names, in this project or elsewhere (hard links).",
        cure: "Replace it by a copy of itself, or remove the other names.")

    public static let looksAtFiles = true
}
