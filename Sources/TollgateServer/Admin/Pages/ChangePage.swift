import Tollgate
import TollgateWire

/// What a change would do, before it is made.
struct ChangePage: Sendable {
  /// A field that the form of the confirmation carries on.
  struct Field: Sendable {
    let name: String
    let value: String
  }

  /// Something that would be different.
  struct Difference: Sendable {
    let name: String
    let before: String
    let after: String
  }

  /// Why a confirmation was not carried out.
  struct Outdated: Sendable {
    let changes: [String]
  }

  /// A customer that the change concerns.
  struct Side: Sendable {
    let customer: String
    let differences: [Difference]
    let isUnchanged: Bool
  }

  let path: String
  /// What has changed since the preview that this one replaces; nil for the first one.
  let outdated: Outdated?
  /// What is posted with the confirmation.
  let fields: [Field]
  let reason: String
  /// Whether the change cannot be undone.
  let isFinal: Bool
  /// What the comparison does not show.
  let notes: [String]
  /// What would change, and for which customers.
  let sides: [Side]
  /// What the button says.
  let button: String

  init(
    _ change: CustomerChange, _ preview: ChangePreview, of customer: Customer.ID,
    fields: [String: String], changes: [String]?, for visit: AdminVisit
  ) {
    path = AdminPath.customer(customer, of: visit.app.id)
    reason = fields["reason"] ?? ""
    outdated = changes.map(Outdated.init)
    self.fields = fields.sorted { $0.key < $1.key }.map { Field(name: $0.key, value: $0.value) }
    button = change.title
    switch change {
    case .merge(let other, _):
      isFinal = true
      notes = ["\(other) becomes part of \(customer)."] + preview.notes
    case .erase:
      isFinal = true
      notes = preview.notes
    case .transfer(let purchase, let receiver, _):
      isFinal = false
      notes = ["The purchase \(purchase) goes to \(receiver)."] + preview.notes
    case .grant, .extend, .revoke, .changeTrial:
      isFinal = false
      notes = preview.notes
    }
    sides = preview.sides.map { side in
      let before = Self.lines(side.before)
      let differences = Self.lines(side.after).enumerated().compactMap { index, after in
        before[index].value == after.value
          ? nil : Difference(name: after.name, before: before[index].value, after: after.value)
      }
      return Side(
        customer: "\(side.customer)", differences: differences, isUnchanged: differences.isEmpty)
    }
  }

  private static func end(of trial: TrialStatus?) -> String {
    trial.map { $0.pausedAt == nil ? $0.endsAt?.minute ?? "no end" : "paused" } ?? "no trial"
  }

  /// What may differ, in the same order for every membership of an app.
  private static func lines(_ membership: Membership) -> [Field] {
    let definition = membership.blueprint.definition
    let entitlements = membership.entitlements.map(\.rawValue).joined(separator: ", ")
    return [
      Field(name: "Phase", value: membership.phase.rawValue),
      Field(name: "Entitlements", value: entitlements.isEmpty ? "none" : entitlements),
      Field(
        name: "Trial's end",
        value: end(of: membership.trial)),
    ]
      + definition.addOnTrials.map {
        Field(name: "End of the trial \($0.id)", value: end(of: membership.trial($0.id)))
      }
      + definition.credits.map {
        Field(
          name: "Credits of \($0.id)",
          value: CustomerPage.credits(
            membership.credits(in: $0.id), owed: membership.owedCredits(in: $0.id)))
      }
      + definition.features.map {
        Field(
          name: $0.id.rawValue.spoken, value: membership.access(to: $0.id).supportWords)
      }
      + [Field(name: "Next scheduled change", value: membership.nextChange?.minute ?? "none")]
  }
}
