public import Foundation

/// An error setting up or running a test server.
public struct TestServerError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  ///
  /// Newer versions may add codes.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// There is no such blueprint in the current folder or above the calling file.
    public static let noBlueprint = Self(rawValue: "noBlueprint")
    /// The blueprint has no products, so the store has nothing to sell.
    public static let noProducts = Self(rawValue: "noProducts")
    /// The server refused a notification from the store.
    public static let notificationRefused = Self(rawValue: "notificationRefused")
  }

  public let code: Code
  /// A message for people to read.
  public let message: String

  public var description: String { message }

  static func noBlueprint(_ path: String) -> TestServerError {
    TestServerError(
      code: .noBlueprint,
      message: "There is no \(path) in the current folder nor in those above the test.")
  }

  static func noProducts(_ path: String) -> TestServerError {
    TestServerError(
      code: .noProducts,
      message: "\(path) has no products; write them, or `products: { from: … }`.")
  }

  static func notificationRefused(_ status: Int) -> TestServerError {
    TestServerError(
      code: .notificationRefused,
      message: "The server answered a notification of the store with \(status).")
  }

  public var errorDescription: String? { message }
}
