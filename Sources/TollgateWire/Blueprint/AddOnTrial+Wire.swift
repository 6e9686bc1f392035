import Tollgate

/// An add-on trial.
///
/// ```json
/// { "entitlements": ["pro"], "id": "pro-taste", "lasts": "P3D", "milestone": "tenth-sketch", "oncePer": "account",
///   "when": {} }
/// ```
///
/// Without `milestone` signing up starts it.
extension AddOnTrial: WireForm {
  enum WireKey: String {
    case id, milestone, when, lasts, entitlements, oncePer
  }

  init(wire: WireReader<WireKey>) throws {
    let milestone = try wire.decodeIfPresent(Milestone.ID.self, forKey: .milestone)
    self.init(
      id: try wire.decode(Trial.ID.self, forKey: .id),
      start: milestone.map { .milestone($0) } ?? .signUp,
      when: try wire.decode(Condition.self, forKey: .when),
      lasts: try wire.decode(Period.self, forKey: .lasts),
      entitlements: try wire.decode([Entitlement.ID].self, forKey: .entitlements),
      oncePer: try wire.decode(Trial.Scope.self, forKey: .oncePer))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(id, forKey: .id)
    switch start {
    case .signUp: break
    case .milestone(let milestone): try wire.encode(milestone, forKey: .milestone)
    }
    try wire.encode(when, forKey: .when)
    try wire.encode(lasts, forKey: .lasts)
    try wire.encode(entitlements, forKey: .entitlements)
    try wire.encode(oncePer, forKey: .oncePer)
  }
}
