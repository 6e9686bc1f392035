/// A part of the page that is not there before it is needed: a step of a journey shows it, or the visitor asks for it.
enum PagePart: String, CaseIterable, Sendable, Equatable, Decodable {
  /// The clock, the store, the phone and the network, in the visitor's hands.
  case controls
  /// The blueprint, where it can be changed.
  case file
  case ledger
  /// Access to each feature, and the rule that decides.
  case why
  case phases
  /// What the phone and the server believe.
  case comparison
  /// The membership, and the messages of the store and of the phone.
  case membership

  /// What its button says.
  var label: String {
    switch self {
    case .controls: "Controls"
    case .file: "Blueprint"
    case .ledger: "Ledger"
    case .why: "Why"
    case .phases: "Phases"
    case .comparison: "Phone and server"
    case .membership: "Membership"
    }
  }
}
