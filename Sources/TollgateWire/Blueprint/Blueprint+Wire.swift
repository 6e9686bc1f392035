package import Tollgate

/// The blueprint's plain values, from which a client builds the same indexed blueprint as the server.
///
/// Arrays keep the blueprint's order, which decides: of the routes and of a feature's rules, the first that matches
/// wins. Font files and the answers to the store's questions are stored only: no client needs more of them
/// than the features whose uses they depend on.
extension Blueprint.Definition: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Blueprint.Definition?) throws {
    self.init(app: try wire.required("app", value?.app))
    legal = try wire.optional("legal", value?.legal)
    skin = try wire.optional("skin", value?.skin)
    fonts = try wire.stored?.list("fonts", value?.fonts) ?? []
    products = try wire.required("products", value?.products)
    purchases = try wire.required("purchases", value?.purchases)
    milestones = try wire.required("milestones", value?.milestones)
    backendMilestones = try wire.list("backendMilestones", value?.backendMilestones)
    attributes = try wire.list("attributes", value?.attributes)
    onboarding = try wire.optional("onboarding", value?.onboarding)
    hasFreeTier = try wire.required("hasFreeTier", value?.hasFreeTier)
    plan = try wire.required("plan", value?.plan)
    granted = try wire.list("granted", value?.granted)
    grants = try wire.list("grants", value?.grants)
    teams = try wire.list("teams", value?.teams)
    trial = try wire.optional("trial", value?.trial)
    addOnTrials = try wire.list("trials", value?.addOnTrials)
    credits = try wire.required("credits", value?.credits)
    features = try wire.required("features", value?.features)
    paywalls = try wire.required("paywalls", value?.paywalls)
    placements = try wire.required("placements", value?.placements)
    paywallLimits = try wire.list("paywallLimits", value?.paywallLimits)
    experiments = try wire.list("experiments", value?.experiments)
    refunds = try wire.stored?.optional("refunds", value?.refunds)
    retention = try wire.stored?.list("retention", value?.retention) ?? []
    if wire.stored == nil {
      featuresOfAnswers = try wire.list("featuresOfAnswers", value?.featuresUsedInAnswers)
    }
    prompts = try wire.required("prompts", value?.prompts)
    nudges = try wire.required("nudges", value?.nudges)
    profile = try wire.required("profile", value?.profile)
    routes = try wire.required("routes", value?.routes)
    texts = try wire.required("texts", value?.texts)
    neverSay = try wire.required("neverSay", value?.neverSay)
  }
}

/// A definition as a ledger stores it: its wire form, and what does not travel.
///
/// The ledger adds the version.
package struct StoredDefinition: Codable {
  package let definition: Blueprint.Definition

  package init(_ definition: Blueprint.Definition) { self.definition = definition }

  package init(from decoder: any Decoder) throws {
    let wire = try WireReader<WireName>(decoder)
    definition = try Blueprint.Definition(WireMembers(.reading(wire), isStored: true), nil)
  }

  package func encode(to encoder: any Encoder) throws {
    let wire = WireWriter<WireName>(encoder)
    _ = try Blueprint.Definition(WireMembers(.writing(wire), isStored: true), definition)
  }
}

/// The app: `{"bundleID":"com.example.coach","id":"coach","language":"de","name":"Coach","timeZone":"Europe/Berlin"}`.
///
/// `appAppleID` is left out if the blueprint names none; `timeZone` is an IANA name, `language` a BCP 47 code.
/// `usesCustomerTimeZone` is left out if it is false; with it, `timeZone` counts until a device reports its own.
extension Blueprint.App: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Blueprint.App?) throws {
    try self.init(
      id: wire.required("id", value?.id),
      name: wire.required("name", value?.name),
      bundleID: wire.required("bundleID", value?.bundleID),
      appAppleID: wire.optional("appAppleID", value?.appAppleID),
      timeZone: wire.required("timeZone", value?.timeZone),
      usesCustomerTimeZone: wire.flag("usesCustomerTimeZone", value?.usesCustomerTimeZone),
      language: wire.required("language", value?.language))
  }
}

/// The addresses of the terms of use and of the privacy policy that paywalls link to.
extension Blueprint.Legal: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Blueprint.Legal?) throws {
    try self.init(
      terms: wire.required("terms", value?.terms),
      privacy: wire.required("privacy", value?.privacy))
  }
}

/// The rules for purchases: `{"lateRenewal":"P2D","transfer":"share"}`.
///
/// `lateRenewal` is `standard`, `none` or a period; `transfer` is the name of a `TransferPolicy`.
extension Blueprint.PurchaseRules: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Blueprint.PurchaseRules?) throws {
    try self.init(
      transfer: wire.required("transfer", value?.transfer),
      lateRenewal: wire.text("lateRenewal", value?.lateRenewal, any: LateRenewal.standard))
  }
}

/// A table of the profile; with `isDaily` its rows are created again for each day.
extension Blueprint.ProfileTable: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Blueprint.ProfileTable?) throws {
    let rows: [Row] = try wire.required("rows", value?.rows)
    try self.init(
      name: wire.required("name", value?.name), rows: rows,
      isDaily: wire.required("isDaily", value?.isDaily))
  }
}

/// A row with its initial values by column: `{"name":"user","values":{"isNew":true,"level":1,"stance":"orthodox"}}`.
extension Blueprint.ProfileTable.Row: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Blueprint.ProfileTable.Row?) throws {
    try self.init(
      name: wire.required("name", value?.name),
      values: wire.required("values", value?.values))
  }
}
