import Tollgate

/// A route; a condition that is left out holds always.
///
/// ```json
/// { "hasSeenOnboarding": true, "location": { "kind": "on", "screens": ["welcome"] }, "screen": "home",
///   "session": "signedIn", "when": { … } }
/// ```
extension Route: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Route?) throws {
    try self.init(
      when: wire.required("when", value?.when),
      session: wire.optional("session", value?.session),
      location: wire.optional("location", value?.location),
      hasSeenOnboarding: wire.optional("hasSeenOnboarding", value?.hasSeenOnboarding),
      hasJustSubscribed: wire.optional("hasJustSubscribed", value?.hasJustSubscribed),
      screen: wire.optional("screen", value?.screen),
      paywall: wire.optional("paywall", value?.paywall))
  }
}

/// The screens from which a route applies: `{"kind":"on","screens":["welcome"]}`, or `notOn` for all others.
extension Route.Location: WireObject {
  private enum Kind: String, Codable, CaseIterable { case on, notOn }

  private var kind: Kind {
    switch self {
    case .on: .on
    case .notOn: .notOn
    }
  }

  init(_ wire: WireMembers<WireName>, _ value: Route.Location?) throws {
    let kind = try wire.choice("kind", value?.kind)
    let screens = try wire.required("screens", value?.screens)
    switch kind {
    case .on: self = .on(screens)
    case .notOn: self = .notOn(screens)
    }
  }
}
