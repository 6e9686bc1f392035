import Tollgate

/// The format of prompts.
enum PromptForms {
  /// A prompt without its name.
  ///
  /// ```yaml
  /// trial-banner:
  ///   shape: banner
  ///   placement: chat
  ///   icon: sparkles
  ///   text: Enjoy exploring!
  ///   paywall: plans
  ///   patience: { dismissals: 3, staysAway: P30D }
  /// ```
  static let prompt = Form<Prompt>.object(
    "a prompt",
    .required("shape", Form<Prompt.Shape>.choice(), "How it looks."),
    .required("placement", Names.screen, "The screen it belongs to."),
    .defaulted("when", ConditionForms.condition, to: .always, "When it shows."),
    .required("icon", Names.icon, "The icon next to the text."),
    .required("text", TextForms.place, "What it says."),
    .optional("action", TextForms.place, "What its button says."),
    .optional("paywall", Names.paywall, "What its button shows."),
    .optional(
      "patience", .orNone(patience),
      "How often it may return; without it, it can't be dismissed.")
  ) { shape, placement, when, icon, text, action, paywall, patience in
    Prompt(
      id: "", shape: shape, placement: placement, when: when, icon: icon, text: text,
      action: action, paywall: paywall, patience: patience ?? nil)
  }.map { (prompt: Prompt, node: YAMLNode, reader: Reader) -> (@Sendable (Prompt.ID) -> Prompt)? in
    let paywall = reader.paywall(prompt.paywall, of: node, default: .promptPaywall)
    let patience = reader.patience(prompt.patience, of: node)
    return { id in
      Prompt(
        id: id, shape: prompt.shape, placement: prompt.placement, when: prompt.when,
        icon: prompt.icon, text: prompt.text, action: prompt.action, paywall: paywall,
        patience: patience)
    }
  }

  /// How often a prompt may return after it was dismissed.
  static let patience = Form<Prompt.Patience>.object(
    "a prompt's patience",
    .required("dismissals", .whole(1...Int.max), "The dismissal that sends it away."),
    .required("staysAway", .period, "How long it stays away; then it may return.")
  ) { Prompt.Patience(dismissals: $0, staysAway: $1) }

}
