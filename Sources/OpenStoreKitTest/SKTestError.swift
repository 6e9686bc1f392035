public import Foundation

/// An error of a test session; repeating the same call never helps.
///
/// Follows <https://developer.apple.com/documentation/storekittest/sktesterror>.
public struct SKTestError: Error, Hashable, Sendable {
  /// The kind of error; the numbers are this library's own.
  public enum Code: Int, Hashable, Sendable, CaseIterable {
    /// There is no such configuration file.
    case fileNotFound

    /// The action is not valid for the state of the transaction.
    case invalidAction

    /// The configuration has no such product.
    case invalidProductIdentifier

    /// The product's type does not support this.
    case invalidProductType

    /// The URL is not that of a configuration file, or the file has mistakes.
    case invalidURL

    /// The customer has no such subscription.
    case noSubscriptionFound

    /// There is no such transaction.
    case noTransactionFound

    /// The test environment is not available; never the case here.
    case serviceUnavailable
  }

  /// The kind of error.
  public let code: Code

  /// What went wrong, in English.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Whether a retry may succeed; always false.
  public var isRetryable: Bool { false }
}

extension SKTestError {
  /// There is no such configuration file.
  public static var fileNotFound: Code { .fileNotFound }

  /// The action is not valid for the state of the transaction.
  public static var invalidAction: Code { .invalidAction }

  /// The configuration has no such product.
  public static var invalidProductIdentifier: Code { .invalidProductIdentifier }

  /// The product's type does not support this.
  public static var invalidProductType: Code { .invalidProductType }

  /// The URL is not that of a configuration file, or the file has mistakes.
  public static var invalidURL: Code { .invalidURL }

  /// The customer has no such subscription.
  public static var noSubscriptionFound: Code { .noSubscriptionFound }

  /// There is no such transaction.
  public static var noTransactionFound: Code { .noTransactionFound }

  /// The test environment is not available.
  public static var serviceUnavailable: Code { .serviceUnavailable }
}

extension SKTestError: CustomNSError, LocalizedError, CustomStringConvertible {
  /// The domain of the errors of a test session.
  public static var errorDomain: String { SKTestErrorDomain }

  /// The number of the kind of error.
  public var errorCode: Int { code.rawValue }

  /// What went wrong, in the form of `NSError`.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }

  /// What went wrong, in English.
  public var errorDescription: String? { message }

  /// What went wrong, in English.
  public var description: String { message }
}

extension SKTestError.Code {
  /// Whether an error is of that kind, so that `catch SKTestError.noTransactionFound` works.
  public static func ~= (code: Self, error: any Error) -> Bool {
    (error as? SKTestError)?.code == code
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of the errors of a test session.
public let SKTestErrorDomain = "SKTestErrorDomain"
