import TollgateWire

/// Why the client could not do what it was asked.
///
/// A refusal by the blueprint's rules is no error but an answer (`Denial`).
public struct ClientError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong; codes of the server pass through unchanged.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The code as written.
    public let rawValue: String

    /// Names a code by its written form.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The code as written.
    public var description: String { rawValue }

    /// The server could not be reached, or its answer was lost.
    public static let network = Code(rawValue: "network")
    /// The server's answer could not be read.
    public static let badAnswer = Code(rawValue: "badAnswer")
    /// The store could not be reached, or answered with an error.
    public static let store = Code(rawValue: "store")
    /// The customer closed what the store asked for.
    public static let cancelled = Code(rawValue: "cancelled")
    /// What the device remembered could not be read; it started clean.
    public static let cacheCorrupt = Code(rawValue: "cacheCorrupt")
    /// What the device remembered was written by another version; it started clean.
    public static let cacheOfOtherVersion = Code(rawValue: "cacheOfOtherVersion")
    /// The device's storage could not be read or written.
    public static let storageFailed = Code(rawValue: "storageFailed")
    /// An answer, or what the device remembered of one, was not signed by the server that the app trusts.
    public static let badSignature = Code(rawValue: "badSignature")
    /// The blueprint that the server sent cannot be used.
    public static let badBlueprint = Code(rawValue: "badBlueprint")
    /// The blueprint has no such name.
    public static let unknownName = Code(rawValue: "unknownName")
    /// The customer signed out, or another one in, before the answer came.
    public static let customerChanged = Code(rawValue: "customerChanged")
    /// The device allows no more uses of a feature until the server can be reached.
    public static let offlineUsesSpent = Code(rawValue: "offlineUsesSpent")
    /// Too many writes wait for the network; the oldest was given up.
    public static let queueFull = Code(rawValue: "queueFull")
    /// The profile that the server sent is not that of the person who is signed in.
    public static let otherProfile = Code(rawValue: "otherProfile")
    /// Sign in with Apple ended without a proof of who the person is.
    public static let noIdentityToken = Code(rawValue: "noIdentityToken")

    /// The server has ended the session: nobody is signed in any more.
    public static let sessionEnded = Code(.sessionEnded)
    /// Too many passwords were wrong; ``ClientError/retryAfter`` says how long to wait.
    public static let tooManyAttempts = Code(.tooManyAttempts)
    /// The email address is unknown or the password wrong.
    public static let wrongCredentials = Code(.wrongCredentials)
    /// The email address has an account.
    public static let emailTaken = Code(.emailTaken)
    /// The issuer's token does not prove who the person is in this app.
    public static let invalidIdentityToken = Code(.invalidIdentityToken)
    /// Only an account has what was asked for.
    public static let accountNeeded = Code(.accountNeeded)
    /// The account's profile was not made yet.
    public static let profileNotFound = Code(.profileNotFound)
    /// The purchase belongs to another account.
    public static let ownedByAnotherCustomer = Code(.ownedByAnotherCustomer)
    /// The app takes no purchases of the sandbox from this customer.
    public static let sandboxNotAllowed = Code(.sandboxNotAllowed)

    init(_ code: ProblemCode) { self.init(rawValue: code.rawValue) }
  }

  /// What went wrong.
  public let code: Code
  /// Whether the same request may succeed later.
  public let isRetryable: Bool
  /// A sentence for people.
  public let sentence: String
  /// How long to wait before trying again, where the server said so.
  public let retryAfter: Duration?

  /// Describes an error.
  public init(
    code: Code, isRetryable: Bool, sentence: String, retryAfter: Duration? = nil
  ) {
    self.code = code
    self.isRetryable = isRetryable
    self.sentence = sentence
    self.retryAfter = retryAfter
  }

  /// The code and the sentence.
  public var description: String { "\(code): \(sentence)" }
}

extension ClientError {
  init(_ code: Code) {
    let (isRetryable, sentence): (Bool, String) =
      switch code {
      case .network: (true, "The connection failed. Please try again.")
      case .store: (true, "The App Store did not answer. Please try again.")
      case .cancelled: (true, "The App Store was not asked.")
      case .storageFailed: (true, "This device could not save what it needs to remember.")
      case .customerChanged: (false, "You signed out before this was done.")
      case .cacheCorrupt, .cacheOfOtherVersion:
        (false, "What this device remembered could not be read, so it started clean.")
      case .queueFull: (false, "Too much is waiting for the network; the oldest was given up.")
      case .offlineUsesSpent: (true, "This needs a connection now. Please try again.")
      case .unknownName: (false, "This app's blueprint has nothing of that name.")
      case .badSignature: (true, "The answer did not come from this app's server.")
      case .badBlueprint, .badAnswer: (true, "The server's answer could not be read.")
      case .sessionEnded: (false, "You were signed out. Please sign in again.")
      case .accountNeeded: (false, "Please sign in first.")
      case .otherProfile: (false, "The server's answer was about somebody else.")
      case .noIdentityToken: (true, "Apple did not confirm who you are. Please try again.")
      default: (false, "Something went wrong.")
      }
    self.init(code: code, isRetryable: isRetryable, sentence: sentence)
  }
}
