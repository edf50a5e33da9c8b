/// Whether a daemon that runs carries out a verb. Without one the verb does the same work itself.
package enum Delegation {
    /// Never: it looks at more than one project, or writes nothing that a daemon has to know of.
    case never
    /// It only looks: where the daemon fails to answer, it can be done again.
    case look
    /// It changes something: where the daemon fails to answer, it may have been done.
    case change
}
