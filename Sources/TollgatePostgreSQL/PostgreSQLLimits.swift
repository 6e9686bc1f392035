/// The limits of a PostgreSQL ledger: connections, waiting and time.
public struct PostgreSQLLimits: Sendable {
  /// How many connections write at the same time, from 1; each commits its own groups.
  public var writers = 2
  /// How many connections read at the same time, from 1; the next one is used when ``crowd`` reads wait for the first.
  public var readers = 2
  /// How many reads wait for a connection before the next one is used: a large group costs less than two small ones.
  public var crowd = 64
  /// The greatest number of writes or reads in one transaction.
  public var group = 256
  /// How many writes, and how many reads, may wait for each connection; any more are rejected as unavailable.
  public var waiting = 8192
  /// How long PostgreSQL may take for one statement, in seconds.
  public var statement = 5
  /// How long a transaction may wait for a lock that another one holds, in seconds.
  public var lock = 4
  /// How long a transaction may take from its first statement to its commit, in seconds.
  public var transaction = 10
  /// How long a call may wait while the database is unreachable or a transaction is repeated, in seconds.
  public var call = 15

  /// Creates the default limits.
  public init() {}
}
