import Foundation
public import Tollgate
import TollgateWire

extension TollgateClient {
  /// The direction in which text runs.
  public enum LayoutDirection: Hashable, Sendable {
    /// As in English.
    case leftToRight
    /// As in Arabic.
    case rightToLeft
  }

  /// The app's language, as a BCP 47 code: the customer's if the blueprint has it or has no texts of its own, otherwise
  /// the app's.
  public var language: String {
    let customers = configuration.locale.identifier(.bcp47)
    guard let blueprint, !blueprint.definition.texts.isEmpty else { return customers }
    let isSpoken = blueprint.definition.texts.contains { $0.isSaid(in: customers) }
    return isSpoken ? customers : blueprint.app.language
  }

  /// The direction in which the app's text runs.
  public var layoutDirection: LayoutDirection {
    Locale.Language(identifier: language).characterDirection == .rightToLeft
      ? .rightToLeft : .leftToRight
  }

  /// A line that every app has: the blueprint's own text of that name, or the standard wording.
  ///
  /// - Parameter text: The line; values in a standard wording are the current ones.
  /// - Returns: The line in ``language``.
  public func line(_ text: StandardText) -> String { line(text, [:]) }

  /// A line with values filled in; `count` chooses the plural form of the standard wording.
  func line(
    _ text: StandardText, count: Int? = nil, product: Product.ID? = nil,
    feature: Feature.ID? = nil, _ values: [Wording.Slot: String]
  ) -> String {
    self.text(text.id, product: product, feature: feature)
      ?? phrasebook.line(text, count: count, values)
  }

  /// The message for a problem.
  public func line(for problem: PurchaseProblem) -> String { line(problem.standard) }

  /// The message for a restore, or nil if there isn't one.
  public func line(for outcome: RestoreOutcome) -> String? {
    switch outcome {
    case .restored: line(.restored)
    case .nothingFound: line(.nothingRestored)
    case .cancelled: nil
    case .failed(let error): line(for: error)
    }
  }

  /// The message for an error; details that only the server knows are shown in English, and in other languages in
  /// general words.
  public func line(for error: ClientError) -> String {
    if let text = error.standard { return line(text) }
    return phrasebook.language == .english ? error.message : line(.somethingWrong)
  }

  /// The standard lines for this customer.
  var phrasebook: Phrasebook { Phrasebook(language, for: configuration.locale) }
}

extension LocalizedText {
  /// Whether it has a wording in a language, or in the language without its region.
  func isSaid(in code: String) -> Bool {
    wordings[code] != nil
      || code.split(separator: "-").first.flatMap { wordings[String($0)] } != nil
  }
}

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

  /// The blueprint's text for it; if there is none, the standard line is used.
  public var text: LocalizedText.ID { standard.id }

  /// The message in English.
  public var message: String { standard.english.line(for: nil, in: .english, [:]) }
}

extension ClientError {
  /// The standard line for it; nil if there is only its own message.
  fileprivate var standard: StandardText? {
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
    default: return nil
    }
  }
}
