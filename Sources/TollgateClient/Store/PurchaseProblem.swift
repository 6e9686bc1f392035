public import Foundation

/// Why a purchase did not end in access, each with a plain message of its own.
///
/// Newer versions may add problems.
public struct PurchaseProblem: RawRepresentable, Error, Hashable, Sendable, Codable {
  /// The problem's stable code.
  public let rawValue: String

  /// Creates a problem from its code, known or unknown.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Every problem of this version.
  public static let known = Known.allCases.map { Self($0) }

  /// Whether a retry can help.
  public var isRetryable: Bool { kind.isRetryable }

  private init(_ kind: Known) { rawValue = kind.rawValue }

  /// The device or the store account may not buy.
  public static let paymentNotAllowed = Self(.paymentNotAllowed)
  /// The payment was declined.
  public static let paymentInvalid = Self(.paymentInvalid)
  /// The store or the server could not be reached; nothing was bought.
  public static let network = Self(.network)
  /// Another person has to approve it first.
  public static let pendingApproval = Self(.pendingApproval)
  /// The store does not sell it here.
  public static let productUnavailable = Self(.productUnavailable)
  /// The customer has to do something in the store's own settings first.
  public static let interrupted = Self(.interrupted)
  /// It was bought and is safe on the device, but the server has not confirmed it yet.
  public static let notConfirmed = Self(.notConfirmed)
  /// The server refused the store's transaction.
  public static let notAccepted = Self(.notAccepted)
  /// It was bought and recorded but no longer gives anything, for example because it was refunded at once.
  public static let notActive = Self(.notActive)
  /// The purchase belongs to another account.
  public static let ownedByAnother = Self(.ownedByAnother)
  /// Another purchase is under way.
  public static let busy = Self(.busy)
  /// Anything else.
  public static let unknown = Self(.unknown)
}

extension PurchaseProblem {
  /// The problems of this version, so that no table of texts forgets one.
  enum Known: String, CaseIterable {
    case paymentNotAllowed, paymentInvalid, network, pendingApproval, productUnavailable,
      interrupted
    case notConfirmed, notAccepted, notActive, ownedByAnother, busy, unknown

    var isRetryable: Bool {
      switch self {
      case .paymentInvalid, .network, .interrupted, .notActive, .unknown: true
      case .paymentNotAllowed, .pendingApproval, .productUnavailable, .notConfirmed, .notAccepted,
        .ownedByAnother, .busy:
        false
      }
    }
  }

  /// The problem as this version knows it.
  var kind: Known { Known(rawValue: rawValue) ?? .unknown }
}

extension PurchaseProblem: LocalizedError, CustomStringConvertible {
  public var errorDescription: String? { message }

  /// The problem's stable code.
  public var description: String { rawValue }
}
