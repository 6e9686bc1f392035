public import Foundation
public import Tollgate
import TollgateWire

extension PurchaseProblem {
  /// The standard line for it.
  var standard: StandardText {
    switch kind {
    case .paymentNotAllowed: .paymentNotAllowed
    case .paymentInvalid: .paymentInvalid
    case .network: .storeUnreachable
    case .pendingApproval: .pendingApproval
    case .productUnavailable: .productUnavailable
    case .interrupted: .interrupted
    case .notConfirmed: .notConfirmed
    case .notAccepted: .notAccepted
    case .notActive: .notActive
    case .ownedByAnother: .ownedByAnother
    case .busy: .busy
    case .unknown: .unknownProblem
    }
  }

  /// The blueprint's text for it; if there isn't one, the standard line is used.
  public var text: LocalizedText.ID { standard.id }

  public var message: String { standard.english.line(for: nil, in: .english, [:]) }
}

extension Denial: LocalizedError {
  /// The reason in the customer's language, which is also the `localizedDescription`.
  public var errorDescription: String? {
    message ?? StandardText.locked.english.line(for: nil, in: .english, [:])
  }
}

extension ClientError {
  /// The standard line for it; nil if there is only its own message.
  var standard: StandardText? {
    switch code {
    case .network: return .connectionFailed
    case .store: return .storeSilent
    case .offlineUsesSpent: return .connectionNeeded
    default: break
    }
    switch ProblemCode(rawValue: code.rawValue) {
    case .ownedByAnotherCustomer: return .ownedByAnother
    case .wrongCredentials: return .wrongCredentials
    case .emailTaken: return .emailTaken
    case .invalidEmail: return .invalidEmail
    case .invalidPassword: return .invalidPassword
    case .tooManyAttempts: return .tooManyAttempts
    case .sessionEnded: return .sessionEnded
    case .accountNeeded: return .accountNeeded
    case .customerDeleted: return .accountDeleted
    default: return nil
    }
  }
}
