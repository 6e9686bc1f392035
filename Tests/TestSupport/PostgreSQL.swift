import Foundation
public import Testing

/// The PostgreSQL server for tests.
public enum PostgreSQLServer {
  /// Its address, as `Scripts/postgres start` prints it; nil where the tests run without one, as in `make test`.
  public static let address = ProcessInfo.processInfo.environment["TOLLGATE_TEST_POSTGRES"]
}

extension Trait where Self == ConditionTrait {
  /// Runs where there is a PostgreSQL server, as in `make test-all`.
  public static var needsPostgreSQL: Self {
    .enabled(
      if: PostgreSQLServer.address != nil,
      "Skipped: set TOLLGATE_TEST_POSTGRES to the address that Scripts/postgres start prints.")
  }
}
