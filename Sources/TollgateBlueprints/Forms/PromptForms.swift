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
    "a prompt", synonyms: ["title": "text", "button": "action", "screen": "placement"],
    hints: PromptForms.hints,
    .required("shape", shape, "How it looks."),
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
  }.map { (written: Prompt, node: YAMLNode, reader: Reader) -> (@Sendable (Prompt.ID) -> Prompt)? in
    let paywall = reader.paywall(written.paywall, of: node, default: .promptPaywall)
    let patience = reader.patience(written.patience, of: node)
    return { id in
      var prompt = written
      (prompt.id, prompt.paywall, prompt.patience) = (id, paywall, patience)
      return prompt
    }
  }

  /// How a prompt looks; what covers the screen is a paywall.
  private static let shape = Form<Prompt.Shape>(
    Form<Prompt.Shape>.choice().expected, Form<Prompt.Shape>.choice().schema
  ) { node, reader in
    guard case .scalar(let text, .text) = node.content,
      ["modal", "popup", "sheet", "alert", "dialog", "fullScreen", "overlay"].contains(text)
    else { return Form<Prompt.Shape>.choice().read(node, reader) }
    reader.unexpected(
      node,
      expected:
        "\(Form<Prompt.Shape>.choice().expected), or a placement for a paywall over the screen")
    return nil
  }

  /// What to write in a prompt in place of words that no key stands for.
  private static let hints: [String: String] = {
    let patience = "`patience: { dismissals: 1, staysAway: P7D }`"
    let condition = "`when`, as in `when: { until: 2026-12-01 }`"
    return [
      "cooldown": patience, "every": patience, "repeat": patience, "dismissible": patience,
      "staysAway": patience, "dismissals": patience,
      "upTo": "`count` of its dismissals in `when`, or \(patience)",
      "from": condition, "until": condition, "entitled": condition, "notEntitled": condition,
      "phase": condition, "country": condition, "count": condition, "since": condition,
    ]
  }()

  /// How often a prompt may return after it was dismissed.
  static let patience = Form<Prompt.Patience>.object(
    "a prompt's patience", example: "`{ dismissals: 3, staysAway: P30D }`",
    .required("dismissals", .whole(1...Int.max), "The dismissal that sends it away."),
    .required(
      "staysAway", absence,
      "How long it stays away, or `version` for until the app is updated; then it may return.")
  ) { Prompt.Patience(dismissals: $0, staysAway: $1) }

  /// How long a prompt stays away; nil until the app is updated.
  private static let absence = Form<Period?>.or(.period, "version")
}
