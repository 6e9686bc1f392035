import Tollgate

/// The values that a blueprint sets for all features, packages, prompts and nudges without their own.
struct BlueprintDefaults: Sendable {
  /// A key that can have a default.
  enum Key: String, CaseIterable {
    /// The paywall of features with rules.
    case featurePaywall = "feature.paywall"
    case packagePriceLine = "package.priceLine"
    case promptPaywall = "prompt.paywall"
    /// How often prompts may return.
    case promptPatience = "prompt.patience"
    /// The hours in which devices delay nudges.
    case nudgeQuietHours = "nudge.quietHours"
  }

  /// The paywalls of features and prompts.
  var paywalls: [Key: Paywall.ID] = [:]
  /// The price line of packages.
  var priceLine: LocalizedText.ID?
  /// How often prompts may return.
  var patience: Prompt.Patience?
  /// The hours in which devices delay nudges.
  var quietHours: QuietHours?
  /// The defaults that were applied.
  var used: Set<Key> = []

  var written: Set<Key> {
    var keys = Set(paywalls.keys)
    if priceLine != nil { keys.insert(.packagePriceLine) }
    if patience != nil { keys.insert(.promptPatience) }
    if quietHours != nil { keys.insert(.nudgeQuietHours) }
    return keys
  }
}

/// The format of defaults.
///
/// ```yaml
/// defaults:
///   feature: { paywall: plans }
///   package: { priceLine: "{product.price} {product.perPeriod}" }
///   prompt: { paywall: plans, patience: { dismissals: 3, staysAway: P30D } }
///   nudge: { quietHours: { from: "21:00", to: "08:00" } }
/// ```
enum DefaultsForms {
  /// All defaults, which are remembered for what is read after them.
  static let defaults = Form<BlueprintDefaults>.object(
    "defaults", atLeast: 1,
    .optional("feature", feature, "For features with rules."),
    .optional("package", package, "For packages of paywalls."),
    .optional("prompt", prompt, "For prompts."),
    .optional("nudge", nudge, "For nudges.")
  ) { feature, priceLine, prompt, quietHours in
    var defaults = BlueprintDefaults(
      priceLine: priceLine, patience: prompt?.patience, quietHours: quietHours)
    defaults.paywalls[.featurePaywall] = feature
    defaults.paywalls[.promptPaywall] = prompt?.paywall
    return defaults
  }.map { (defaults: BlueprintDefaults, node: YAMLNode, reader: Reader) -> BlueprintDefaults? in
    reader.blueprint.defaults = defaults
    return defaults
  }

  private static let feature = Form<Paywall.ID>.object(
    "defaults of features",
    key: .required(
      "paywall", Names.paywall, "What a denial shows; a feature opts out with `paywall: none`."
    ))

  private static let package = Form<LocalizedText.ID>.object(
    "defaults of packages",
    key: .required("priceLine", TextForms.place, "For customers who do not see the offer line."))

  private static let prompt = Form<(paywall: Paywall.ID?, patience: Prompt.Patience?)>.object(
    "defaults of prompts", atLeast: 1,
    .optional(
      "paywall", Names.paywall,
      "What their buttons show; a prompt opts out with `paywall: none`."),
    .optional(
      "patience", PromptForms.patience,
      "How often they may return; a prompt opts out with `patience: none`.")
  ) { ($0, $1) }

  private static let nudge = Form<QuietHours>.object(
    "defaults of nudges",
    key: .required(
      "quietHours", NudgeForms.quietHours,
      "The hours in which devices delay them; a nudge opts out with `quietHours: none`."))
}

extension Reader {
  /// Returns a paywall as it is written, or the default; `none` hides it on purpose.
  func paywall(
    _ own: Paywall.ID?, of node: YAMLNode, default key: BlueprintDefaults.Key
  ) -> Paywall.ID? {
    if own?.rawValue == "none" { return nil }
    guard node["paywall"] == nil, let standard = blueprint.defaults.paywalls[key] else {
      return own
    }
    blueprint.defaults.used.insert(key)
    return standard
  }

  /// Returns a package's price line, or the default.
  func priceLine(_ own: LocalizedText.ID?, of node: YAMLNode) -> LocalizedText.ID? {
    guard node["priceLine"] == nil, let standard = blueprint.defaults.priceLine else { return own }
    blueprint.defaults.used.insert(.packagePriceLine)
    return standard
  }

  /// Returns a prompt's patience, or the default.
  func patience(_ own: Prompt.Patience?, of node: YAMLNode) -> Prompt.Patience? {
    guard node["patience"] == nil, let standard = blueprint.defaults.patience else { return own }
    blueprint.defaults.used.insert(.promptPatience)
    return standard
  }

  /// Returns a nudge's quiet hours, or the default.
  func quietHours(_ own: QuietHours?, of node: YAMLNode) -> QuietHours? {
    guard node["quietHours"] == nil, let standard = blueprint.defaults.quietHours else {
      return own
    }
    blueprint.defaults.used.insert(.nudgeQuietHours)
    return standard
  }
}
