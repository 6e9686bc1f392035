import Tollgate

/// A route; a condition that is left out holds always.
///
/// ```json
/// { "hasSeenOnboarding": true, "location": { "kind": "on", "screens": ["welcome"] }, "screen": "home",
///   "session": "signedIn", "when": { … } }
/// ```
extension Route: WireForm {
  enum WireKey: String {
    case when, session, location, hasSeenOnboarding, hasJustSubscribed, screen, paywall
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      when: try wire.decode(Condition.self, forKey: .when),
      session: try wire.decodeIfPresent(Route.Session.self, forKey: .session),
      location: try wire.decodeIfPresent(Route.Location.self, forKey: .location),
      hasSeenOnboarding: try wire.decodeIfPresent(Bool.self, forKey: .hasSeenOnboarding),
      hasJustSubscribed: try wire.decodeIfPresent(Bool.self, forKey: .hasJustSubscribed),
      screen: try wire.decodeIfPresent(String.self, forKey: .screen),
      paywall: try wire.decodeIfPresent(Paywall.ID.self, forKey: .paywall))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(when, forKey: .when)
    try wire.encodeIfPresent(session, forKey: .session)
    try wire.encodeIfPresent(location, forKey: .location)
    try wire.encodeIfPresent(hasSeenOnboarding, forKey: .hasSeenOnboarding)
    try wire.encodeIfPresent(hasJustSubscribed, forKey: .hasJustSubscribed)
    try wire.encodeIfPresent(screen, forKey: .screen)
    try wire.encodeIfPresent(paywall, forKey: .paywall)
  }
}
