public import Foundation
import TollgateWire

/// An error that kept the client from doing what was asked.
///
/// A denial by the blueprint's rules is not an error but a result (`Denial`).
public struct ClientError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error; the server's codes pass through unchanged.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    /// Names a code by its written form.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// The server could not be reached, or its answer was lost.
    public static let network = Code(rawValue: "network")
    /// The server's response could not be read.
    public static let badAnswer = Code(rawValue: "badAnswer")
    /// The store could not be reached, or returned an error.
    public static let store = Code(rawValue: "store")
    /// The customer closed the store's sheet.
    public static let cancelled = Code(rawValue: "cancelled")
    /// The device's cache could not be read and was reset.
    public static let cacheCorrupt = Code(rawValue: "cacheCorrupt")
    /// The device's cache was written by another version and was reset.
    public static let cacheOfOtherVersion = Code(rawValue: "cacheOfOtherVersion")
    /// The device's storage could not be read or written.
    public static let storageFailed = Code(rawValue: "storageFailed")
    /// The device has to be unlocked for the first time since its restart; until then its storage cannot be read.
    public static let storageUnavailable = Code(rawValue: "storageUnavailable")
    /// A response, or a cached one, was not signed by the server that the app trusts.
    public static let badSignature = Code(rawValue: "badSignature")
    /// The blueprint that the server sent cannot be used.
    public static let badBlueprint = Code(rawValue: "badBlueprint")
    /// The blueprint does not contain the name.
    public static let unknownName = Code(rawValue: "unknownName")
    /// Too many items for a feature, or one whose name is too long or empty.
    public static let invalidItems = Code(rawValue: "invalidItems")
    /// A value that the blueprint does not allow for an attribute.
    public static let invalidValue = Code(.invalidValue)
    /// The customer signed out, or another one signed in, before the response arrived.
    public static let customerChanged = Code(rawValue: "customerChanged")
    /// The device allows no more uses of a feature until the server can be reached.
    public static let offlineUsesSpent = Code(rawValue: "offlineUsesSpent")
    /// Too many writes are waiting for the network; the oldest was dropped.
    public static let queueFull = Code(rawValue: "queueFull")
    /// The profile that the server sent does not belong to the person who is signed in.
    public static let otherProfile = Code(rawValue: "otherProfile")
    /// Sign in with Apple ended without an identity token.
    public static let noIdentityToken = Code(rawValue: "noIdentityToken")

    /// The server has ended the session; nobody is signed in any more.
    public static let sessionEnded = Code(.sessionEnded)
    /// The customer was deleted on another device, and removed from this one.
    public static let customerDeleted = Code(.customerDeleted)
    /// Too many wrong passwords; ``ClientError/retryAfter`` says how long to wait.
    public static let tooManyAttempts = Code(.tooManyAttempts)
    /// The email address is unknown or the password wrong.
    public static let wrongCredentials = Code(.wrongCredentials)
    /// The email address already has an account.
    public static let emailTaken = Code(.emailTaken)
    /// The issuer's token does not prove the person's identity in this app.
    public static let invalidIdentityToken = Code(.invalidIdentityToken)
    /// The request requires an account.
    public static let accountNeeded = Code(.accountNeeded)
    /// The account's profile has not been created yet.
    public static let profileNotFound = Code(.profileNotFound)
    /// The purchase belongs to another account.
    public static let ownedByAnotherCustomer = Code(.ownedByAnotherCustomer)
    /// The app does not accept sandbox purchases from this customer.
    public static let sandboxNotAllowed = Code(.sandboxNotAllowed)

    init(_ code: ProblemCode) { self.init(rawValue: code.rawValue) }
  }

  public let code: Code
  /// Whether the same request may succeed later.
  public let isRetryable: Bool
  /// A message in English, for logs; `TollgateClient.line(for:)` has the words to show.
  public let message: String
  /// How long to wait before retrying, if the server said so.
  public let retryAfter: Duration?

  /// Describes an error.
  public init(
    code: Code, isRetryable: Bool, message: String, retryAfter: Duration? = nil
  ) {
    self.code = code
    self.isRetryable = isRetryable
    self.message = message
    self.retryAfter = retryAfter
  }

  public var description: String { "\(code): \(message)" }

  public var errorDescription: String? { message }
}

extension ClientError {
  init(_ code: Code) {
    let (isRetryable, message): (Bool, String) =
      switch code {
      case .network: (true, "The connection failed. Please try again.")
      case .store: (true, "The App Store did not answer. Please try again.")
      case .cancelled: (true, "The App Store was not asked.")
      case .storageFailed: (true, "This device could not save what it needs to remember.")
      case .storageUnavailable: (true, "This device has to be unlocked first.")
      case .customerChanged: (false, "You signed out before this was done.")
      case .cacheCorrupt, .cacheOfOtherVersion:
        (false, "What this device remembered could not be read, so it started clean.")
      case .queueFull: (false, "Too much is waiting for the network; the oldest was given up.")
      case .offlineUsesSpent: (true, "This needs a connection now. Please try again.")
      case .unknownName: (false, "This app's blueprint contains nothing with that name.")
      case .invalidItems:
        (false, "A feature holds at most 1,000 items, with names of 1 to 128 characters.")
      case .invalidValue: (false, "This attribute cannot have that value.")
      case .badSignature: (true, "The answer did not come from this app's server.")
      case .badBlueprint, .badAnswer: (true, "The server's answer could not be read.")
      case .sessionEnded: (false, "You were signed out. Please sign in again.")
      case .customerDeleted: (false, "The account was deleted.")
      case .accountNeeded: (false, "Please sign in first.")
      case .otherProfile: (false, "The server's answer was about somebody else.")
      case .noIdentityToken: (true, "Apple did not confirm who you are. Please try again.")
      default: (false, "Something went wrong.")
      }
    self.init(code: code, isRetryable: isRetryable, message: message)
  }
}
