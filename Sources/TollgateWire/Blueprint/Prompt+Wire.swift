import Tollgate

/// A prompt; `text` and `action` are names of texts, and without `patience` it cannot be dismissed.
extension Prompt: WireForm {
  enum WireKey: String {
    case id, shape, placement, when, icon, text, action, paywall, patience
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      id: try wire.decode(Prompt.ID.self, forKey: .id),
      shape: try wire.decode(Prompt.Shape.self, forKey: .shape),
      placement: try wire.decode(Placement.ID.self, forKey: .placement),
      when: try wire.decode(Condition.self, forKey: .when),
      icon: try wire.decode(String.self, forKey: .icon),
      text: try wire.decode(LocalizedText.ID.self, forKey: .text),
      action: try wire.decodeIfPresent(LocalizedText.ID.self, forKey: .action),
      paywall: try wire.decodeIfPresent(Paywall.ID.self, forKey: .paywall),
      patience: try wire.decodeIfPresent(Prompt.Patience.self, forKey: .patience))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(id, forKey: .id)
    try wire.encode(shape, forKey: .shape)
    try wire.encode(placement, forKey: .placement)
    try wire.encode(when, forKey: .when)
    try wire.encode(icon, forKey: .icon)
    try wire.encode(text, forKey: .text)
    try wire.encodeIfPresent(action, forKey: .action)
    try wire.encodeIfPresent(paywall, forKey: .paywall)
    try wire.encodeIfPresent(patience, forKey: .patience)
  }
}

/// How often a prompt may return: `{"dismissals":2,"staysAway":"P30D"}`.
extension Prompt.Patience: WireForm {
  enum WireKey: String {
    case dismissals, staysAway
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      dismissals: try wire.decode(Int.self, forKey: .dismissals),
      staysAway: try wire.decode(Period.self, forKey: .staysAway))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(dismissals, forKey: .dismissals)
    try wire.encode(staysAway, forKey: .staysAway)
  }
}

/// A text with its wording in each language, by BCP 47 code.
extension LocalizedText: WireForm {
  enum WireKey: String {
    case id, wordings
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      id: try wire.decode(LocalizedText.ID.self, forKey: .id),
      wordings: try wire.decode([String: LocalizedText.Wording].self, forKey: .wordings))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(id, forKey: .id)
    try wire.encode(wordings, forKey: .wordings)
  }
}

/// A wording: `{"count":"trial.daysLeft","forms":{"=0":"Today","one":"1 day","other":"{trial.daysLeft} days"}}`.
///
/// A form is named by one exact number or by a plural category of the
/// [Unicode CLDR](https://cldr.unicode.org/index/cldr-spec/plural-rules); without `count` there is only `other`.
extension LocalizedText.Wording: WireForm {
  enum WireKey: String {
    case count, forms
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      count: try wire.decodeIfPresent(LocalizedText.Placeholder.self, forKey: .count),
      forms: try wire.decode([LocalizedText.PluralForm: String].self, forKey: .forms))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encodeIfPresent(count, forKey: .count)
    try wire.encode(forms, forKey: .forms)
  }
}
