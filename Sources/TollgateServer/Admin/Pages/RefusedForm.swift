import Tollgate
import TollgateWire

/// A form that was refused, with what was typed, to correct and submit.
struct RefusedForm: Sendable {
  /// A field that a person fills in.
  struct Field: Sendable {
    let name: String
    let label: String
    let value: String
  }

  /// A field that stays as it is.
  struct Hidden: Sendable {
    let name: String
    let value: String
  }

  /// Where it is sent; nil for the address of the page.
  let action: String?
  /// `post`, or `get` for one that only chooses what a page shows.
  let method: String
  let fields: [Field]
  let hidden: [Hidden]

  /// What people fill in to change something, in the order of the pages' forms; every other field stays as it is.
  private static let inputs: [(name: String, label: String)] = [
    ("email", "Email address"), ("role", "Role"), ("name", "Name"), ("scope", "Scope"),
    ("receiver", "To the customer, by id or email address"), ("days", "Days"),
    ("customer", "Customer"), ("from", "From (UTC)"), ("until", "Until (UTC)"),
    ("typed", "Revision"), ("reason", "Reason"),
  ]

  /// What people fill in to choose what a page shows.
  private static let filters: [(name: String, label: String)] = [
    ("at", "As known at (UTC)"), ("period", "Interval"), ("from", "From (UTC)"),
    ("to", "To (UTC)"), ("asOf", "As known on (UTC)"), ("by", "Group by"), ("state", "State"),
    ("product", "Product"), ("country", "Country"), ("action", "Action"), ("until", "Before (UTC)"),
  ]

  /// What the subject of a change is, where a person writes or chooses it.
  private static let subjects = [
    "grant": "Entitlement", "listed-grant": "Grant", "transfer": "Purchase",
    "merge": "The anonymous customer",
  ]

  /// Creates the form of a page that could not be shown.
  ///
  /// - Parameter query: The fields of the page's address.
  init(query: [String: String]) {
    var kept = query
    fields = Self.filters.compactMap { input in
      kept.removeValue(forKey: input.name).map {
        Field(name: input.name, label: input.label, value: $0)
      }
    }
    action = nil
    method = "get"
    hidden = kept.sorted { $0.key < $1.key }.map { Hidden(name: $0.key, value: $0.value) }
  }

  /// Creates the form of a change; nil if it must not be posted a second time.
  init?(
    _ sent: [String: String], to path: String, after problem: Problem, for visit: AdminVisit
  ) {
    // Without the token of the session, somebody else may have filled it in.
    guard sent["form"] == visit.formToken, problem.code != .insufficientScope else { return nil }
    var kept = sent
    var fields: [Field] = []
    // What may have been done already is repeated as it was, under the same key.
    if !problem.isRetryable {
      // What is corrected is previewed again.
      if kept.removeValue(forKey: "confirmed") != nil {
        for name in ["basis", "key"] { kept.removeValue(forKey: name) }
      }
      var inputs = Self.inputs
      if let label = sent["change"].flatMap({ Self.subjects[$0] }) {
        inputs.insert(("subject", label), at: 0)
      }
      for input in inputs {
        guard let value = kept.removeValue(forKey: input.name) else { continue }
        fields.append(Field(name: input.name, label: input.label, value: value))
      }
    }
    action = path
    method = "post"
    self.fields = fields
    hidden = kept.sorted { $0.key < $1.key }.map { Hidden(name: $0.key, value: $0.value) }
  }
}
