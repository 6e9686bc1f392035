import Tollgate

/// A prompt; `text` and `action` are names of texts, and without `patience` it cannot be dismissed.
extension Prompt: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Prompt?) throws {
    try self.init(
      id: wire.required("id", value?.id),
      shape: wire.required("shape", value?.shape),
      placement: wire.required("placement", value?.placement),
      when: wire.required("when", value?.when),
      icon: wire.required("icon", value?.icon),
      text: wire.required("text", value?.text),
      action: wire.optional("action", value?.action),
      paywall: wire.optional("paywall", value?.paywall),
      patience: wire.optional("patience", value?.patience))
  }
}

/// How often a prompt may return: `{"dismissals":2,"staysAway":"P30D"}`, or without `staysAway` after an update.
extension Prompt.Patience: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Prompt.Patience?) throws {
    try self.init(
      dismissals: wire.required("dismissals", value?.dismissals),
      staysAway: wire.optional("staysAway", value?.staysAway))
  }
}

/// A text with its wording in each language, by BCP 47 code.
extension LocalizedText: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: LocalizedText?) throws {
    try self.init(
      id: wire.required("id", value?.id),
      wordings: wire.required("wordings", value?.wordings))
  }
}

/// A wording: `{"count":"trial.daysLeft","forms":{"=0":"Today","one":"1 day","other":"{trial.daysLeft} days"}}`.
///
/// A form is named by one exact number or by a plural category of the
/// [Unicode CLDR](https://cldr.unicode.org/index/cldr-spec/plural-rules); without `count` there is only `other`.
extension LocalizedText.Wording: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: LocalizedText.Wording?) throws {
    try self.init(
      count: wire.optional("count", value?.count),
      forms: wire.required("forms", value?.forms))
  }
}
