import ShedReconcile
import ShedSidecar
import ShedWriting

// What the command line shows comes from rooms that it does not enter by itself.
public typealias Change = ShedReconcile.Change
public typealias Move = ShedReconcile.Move
public typealias Report = ShedReconcile.Report
public typealias Timestamp = ShedSidecar.Timestamp
public typealias Strings = ShedWriting.Strings
public typealias WritingKinds = ShedWriting.WritingKinds
