import Foundation
import Tollgate
import TollgateWire

extension CustomerChange {
  /// Reads the fields of a form.
  ///
  /// - Parameter fields: The fields: `change`, `subject`, `reason`, and `days` or `receiver` where it needs them.
  /// - Throws: `Problem` with code `invalid_value` if they do not say what to change.
  init(_ fields: [String: String]) throws(Problem) {
    let reason = (fields["reason"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    let subject = (fields["subject"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    switch fields["change"] {
    case "grant":
      self = .grant(
        GrantRequest(
          entitlement: Entitlement.ID(subject), lasts: try Self.period(fields["days"]),
          reason: reason))
    case "listed-grant":
      self = .grant(GrantRequest(name: GrantTerms.ID(subject), reason: reason))
    case "extend-grant":
      self = .extend(
        Grant.ID(subject),
        GrantExtensionRequest(lasts: try Self.period(fields["days"]), reason: reason))
    case "revoke-grant":
      self = .revoke(Grant.ID(subject), GrantRevocationRequest(reason: reason))
    case "extend-trial":
      self = .changeTrial(
        Trial.ID(subject),
        TrialChangeRequest(.extend, days: Int(fields["days"] ?? ""), reason: reason))
    case "pause-trial":
      self = .changeTrial(Trial.ID(subject), TrialChangeRequest(.pause, reason: reason))
    case "resume-trial":
      self = .changeTrial(Trial.ID(subject), TrialChangeRequest(.resume, reason: reason))
    case "reset-trial":
      self = .changeTrial(Trial.ID(subject), TrialChangeRequest(.reset, reason: reason))
    case "transfer":
      let receiver = (fields["receiver"] ?? "").trimmingCharacters(in: .whitespaces)
      guard !receiver.isEmpty else {
        throw Problem(.invalidValue, "Name the customer who gets the purchase, by id.")
      }
      self = .transfer(PurchaseID(subject), to: Customer.ID(receiver), reason: reason)
    case "merge":
      guard !subject.isEmpty else {
        throw Problem(.invalidValue, "Give the id of the anonymous customer to merge.")
      }
      self = .merge(Customer.ID(subject), reason: reason)
    case "erase": self = .erase(reason: reason)
    default: throw Problem(.invalidValue, "The form does not say what to change.")
    }
  }

  /// What the change does, for a title and a button.
  var title: String {
    switch self {
    case .grant(let request):
      "Grant \(request.name?.rawValue ?? request.entitlement?.rawValue ?? "")"
    case .extend: "Extend the grant"
    case .revoke: "Revoke the grant"
    case .changeTrial(let trial, let request):
      "\(request.action.rawValue.capitalized) the trial \(trial)"
    case .transfer: "Transfer the purchase"
    case .merge: "Merge the customers"
    case .erase: "Erase the customer"
    }
  }

  /// A number of days; nil for none, which never ends.
  private static func period(_ text: String?) throws(Problem) -> Period? {
    guard let text, !text.isEmpty else { return nil }
    guard let days = Int(text), (1...36_500).contains(days) else {
      throw Problem(.invalidValue, "The number of days must be from 1 to 36,500.")
    }
    return Period(days, .day)
  }
}
