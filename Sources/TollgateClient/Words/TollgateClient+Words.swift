import Foundation
public import Tollgate
import TollgateWire

extension TollgateClient {
  /// Which way lines run.
  public enum LayoutDirection: Hashable, Sendable {
    /// As in English.
    case leftToRight
    /// As in Arabic.
    case rightToLeft
  }

  /// The language that the app is said in, as a BCP 47 code: the customer's where the blueprint speaks it or says
  /// nothing of its own, else the app's.
  public var language: String {
    let customers = configuration.locale.identifier(.bcp47)
    guard let blueprint, !blueprint.definition.texts.isEmpty else { return customers }
    let isSpoken = blueprint.definition.texts.contains { $0.isSaid(in: customers) }
    return isSpoken ? customers : blueprint.app.language
  }

  /// Which way the app's lines run.
  public var layoutDirection: LayoutDirection {
    Locale.Language(identifier: language).characterDirection == .rightToLeft
      ? .rightToLeft : .leftToRight
  }

  /// A line that every app says alike: the blueprint's own text of that name, or the standard wording.
  ///
  /// - Parameter text: Which line; the values that a standard wording shows are those that hold now.
  /// - Returns: The line in ``language``.
  public func line(_ text: StandardText) -> String { line(text, [:]) }

  /// A line with values put in; `count` chooses the plural form of the standard wording.
  func line(
    _ text: StandardText, count: Int? = nil, product: Product.ID? = nil,
    feature: Feature.ID? = nil, _ values: [Wording.Slot: String]
  ) -> String {
    self.text(text.id, product: product, feature: feature)
      ?? phrasebook.line(text, count: count, values)
  }

  /// What is said of a problem.
  public func line(for problem: PurchaseProblem) -> String { line(problem.standard) }

  /// What is said of a restore; nil where nothing is.
  public func line(for outcome: RestoreOutcome) -> String? {
    switch outcome {
    case .restored: line(.restored)
    case .nothingFound: line(.nothingRestored)
    case .cancelled: nil
    case .failed(let error): line(for: error)
    }
  }

  /// What is said of an error; what only the server can tell is said in English, and elsewhere in general words.
  public func line(for error: ClientError) -> String {
    if let text = error.standard { return line(text) }
    return phrasebook.language == .english ? error.sentence : line(.somethingWrong)
  }

  /// The standard lines as they are said to this customer.
  var phrasebook: Phrasebook { Phrasebook(language, for: configuration.locale) }
}

extension Text {
  /// Whether it has a wording in a language, or in the language without its region.
  func isSaid(in code: String) -> Bool {
    wordings[code] != nil
      || code.split(separator: "-").first.flatMap { wordings[String($0)] } != nil
  }
}

extension PurchaseProblem {
  /// The line that says it.
  var standard: StandardText {
    switch self {
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

  /// The blueprint's text that says it; where it has none, a standard line does.
  public var text: Text.ID { standard.id }

  /// What is said in English.
  public var sentence: String { standard.english.line(for: nil, in: .english, [:]) }
}

extension ClientError {
  /// The line that says it; nil where only its own sentence does.
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
