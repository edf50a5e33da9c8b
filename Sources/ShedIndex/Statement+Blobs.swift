import GRDB
import GRDBSQLite
import ShedModel
import ShedSQLite

/// Blobs in and out of SQLite without a copy or a box (sqlite3_bind_blob(3), sqlite3_column_blob(3)).
extension Statement {
    /// Binds parameters, runs the statement to its end and forgets the parameters.
    /// The bytes are read while it runs, not after.
    func run(_ parameters: Parameter..., row: (OpaquePointer) throws -> Void = { _ in }) throws {
        for (position, parameter) in parameters.enumerated() {
            try check(parameter.bind(to: sqliteStatement, at: CInt(position + 1)))
        }
        defer {
            sqlite3_reset(sqliteStatement)
            sqlite3_clear_bindings(sqliteStatement)
        }
        var bytes = RowBytes()
        while true {
            switch sqlite3_step(sqliteStatement) {
            case SQLITE_ROW:
                guard bytes.take(sqliteStatement) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
                try row(sqliteStatement)
            case SQLITE_DONE: return
            case let code: throw failure(code)
            }
        }
    }

    private func check(_ code: CInt) throws {
        if code != SQLITE_OK { throw failure(code) }
    }

    private func failure(_ code: CInt) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: code),
            message: sqlite3_db_handle(sqliteStatement).map { String(cString: sqlite3_errmsg($0)) })
    }
}

/// A value for a statement.
enum Parameter {
    case id(NodeID)
    case integer(Int64)
    case text(String)
    /// Must stay where it is until the statement has run.
    case bytes(UnsafeRawBufferPointer)

    /// SQLite copies what is bound with this destructor (SQLITE_TRANSIENT).
    private static var transient: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    func bind(to statement: OpaquePointer, at position: CInt) -> CInt {
        switch self {
        case .id(let id):
            withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) {
                sqlite3_bind_blob(statement, position, $0.baseAddress, CInt($0.count), Parameter.transient)
            }
        case .integer(let value): sqlite3_bind_int64(statement, position, value)
        case .text(let text): sqlite3_bind_text(statement, position, text, -1, Parameter.transient)
        case .bytes(let bytes):
            sqlite3_bind_blob64(statement, position, bytes.baseAddress, UInt64(bytes.count), nil)
        }
    }
}

/// One column of a row; valid until the next step.
enum Column {
    static func bytes(_ statement: OpaquePointer, _ column: CInt) -> UnsafeRawBufferPointer {
        // The order matters: the length is that of the form that was asked for last (sqlite3_column_blob(3)).
        let start = sqlite3_column_blob(statement, column)
        return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, column)))
    }

    /// Bytes that are no UTF-8 become replacement characters.
    static func text(_ statement: OpaquePointer, _ column: CInt) -> String {
        String(decoding: bytes(statement, column), as: UTF8.self)
    }

    static func integer(_ statement: OpaquePointer, _ column: CInt) -> Int64 {
        sqlite3_column_int64(statement, column)
    }

    static func id(_ statement: OpaquePointer, _ column: CInt) throws(Malformed) -> NodeID {
        let bytes = bytes(statement, column)
        guard bytes.count == 16 else { throw Malformed() }
        return NodeID(
            high: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
}
