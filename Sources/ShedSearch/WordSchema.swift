import ShedSQLite

/// The tables of a part of the index of words.
enum WordSchema {
    /// In the order in which they are made.
    static let made = [
        """
        CREATE TABLE file(number INTEGER PRIMARY KEY AUTOINCREMENT, inode INTEGER NOT NULL, size INTEGER NOT NULL,
            modified INTEGER NOT NULL, changed INTEGER NOT NULL, sort INTEGER NOT NULL, length INTEGER NOT NULL)
        """,
        "CREATE UNIQUE INDEX inode ON file(inode)",
        #"CREATE VIRTUAL TABLE words USING fts5(text, content='', columnsize=0, detail=none, tokenize="ascii tokenchars '.'")"#,
        "CREATE VIRTUAL TABLE token USING fts5vocab(words, instance)",
    ]

    /// What SQLite and FTS5 make by themselves for these.
    private static let companions = [
        "CREATE TABLE sqlite_sequence(name,seq)",
        "CREATE TABLE 'words_data'(id INTEGER PRIMARY KEY, block BLOB)",
        "CREATE TABLE 'words_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID",
        "CREATE TABLE 'words_config'(k PRIMARY KEY, v) WITHOUT ROWID",
    ]

    static let known = KnownSchema(made + companions)
}
