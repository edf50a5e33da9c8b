import GRDB

/// The tables that a SQLite file of shed may hold, by the statements that made them.
///
/// Such a file lies where other programs of this person can write. A view in place of a table would be gone through for as long as it
/// likes, and a trigger would run where shed writes; so nothing is asked of a file that holds anything but these. Reading the schema runs
/// nothing of it. What a row of it calls itself counts for nothing: SQLite goes by its statement.
public struct KnownSchema: Sendable {
    private let statements: [String]
    private let question: String

    /// - Parameter statements: to the letter, as SQLite keeps them: also those that earlier builds wrote, and what a virtual table makes by
    ///   itself. What is made of other statements from now on needs another version of the file.
    public init(_ statements: [String]) {
        self.statements = statements
        let marks = statements.map { _ in "?" }.joined(separator: ",")
        question = "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE sql IS NULL OR sql NOT IN (\(marks)))"
    }

    /// Whether a file holds nothing else. It may lack any of them.
    ///
    /// Costs one statement, some 50 microseconds.
    public func isAll(of db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: question, arguments: StatementArguments(statements)) == false
    }
}
