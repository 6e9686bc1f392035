/// An error setting up or running a test server.
public struct TestServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  public enum Code: String, Hashable, Sendable {
    /// There is no such blueprint in the current folder or above the calling file.
    case noBlueprint
    /// The blueprint does not take its products from a `.storekit` file, so the store has nothing to sell.
    case noProducts
    /// The server refused a notification from the store.
    case notificationRefused
  }

  /// The kind of error.
  public let code: Code
  /// A message for people to read.
  public let description: String

  static func noBlueprint(_ path: String) -> TestServerError {
    TestServerError(
      code: .noBlueprint,
      description: "There is no \(path) in the current folder nor in those above the test.")
  }

  static func noProducts(_ path: String) -> TestServerError {
    TestServerError(
      code: .noProducts,
      description: "\(path) names no .storekit file; write `products: { from: … }`.")
  }

  static func notificationRefused(_ status: Int) -> TestServerError {
    TestServerError(
      code: .notificationRefused,
      description: "The server answered a notification of the store with \(status).")
  }
}
