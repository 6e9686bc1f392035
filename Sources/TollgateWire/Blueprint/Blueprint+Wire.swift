import Tollgate

/// The blueprint's plain values, from which a client builds the same indexed blueprint as the server.
///
/// Arrays keep the blueprint's order, which decides: of the routes and of a feature's rules, the first that matches
/// wins. An array without elements is written as empty and is required, except for `attributes`, `experiments`,
/// `granted` and `trials`, which are left out.
extension Blueprint.Definition: WireForm {
  enum WireKey: String {
    case app, attributes, legal, products, purchases, milestones, onboarding, hasFreeTier, plan,
      granted,
      trial, trials, credits, features, paywalls, placements, experiments, prompts, nudges, profile,
      routes,
      texts,
      neverSay
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      app: try wire.decode(Blueprint.App.self, forKey: .app),
      legal: try wire.decodeIfPresent(Blueprint.Legal.self, forKey: .legal),
      products: try wire.decode([CatalogProduct].self, forKey: .products),
      purchases: try wire.decode(Blueprint.PurchaseRules.self, forKey: .purchases),
      milestones: try wire.decode([Milestone.ID].self, forKey: .milestones),
      attributes: try wire.decodeIfPresent([Attribute].self, forKey: .attributes) ?? [],
      onboarding: try wire.decodeIfPresent(Milestone.ID.self, forKey: .onboarding),
      hasFreeTier: try wire.decode(Bool.self, forKey: .hasFreeTier),
      plan: try wire.decode([Entitlement.ID].self, forKey: .plan),
      granted: try wire.decodeIfPresent([Entitlement.ID].self, forKey: .granted) ?? [],
      trial: try wire.decodeIfPresent(Trial.self, forKey: .trial),
      addOnTrials: try wire.decodeIfPresent([AddOnTrial].self, forKey: .trials) ?? [],
      credits: try wire.decode([Wallet].self, forKey: .credits),
      features: try wire.decode([Feature].self, forKey: .features),
      paywalls: try wire.decode([Paywall].self, forKey: .paywalls),
      placements: try wire.decode([Placement].self, forKey: .placements),
      experiments: try wire.decodeIfPresent([Experiment].self, forKey: .experiments) ?? [],
      prompts: try wire.decode([Prompt].self, forKey: .prompts),
      nudges: try wire.decode([Nudge].self, forKey: .nudges),
      profile: try wire.decode([Blueprint.ProfileTable].self, forKey: .profile),
      routes: try wire.decode([Route].self, forKey: .routes),
      texts: try wire.decode([LocalizedText].self, forKey: .texts),
      neverSay: try wire.decode([String].self, forKey: .neverSay))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(app, forKey: .app)
    try wire.encodeIfPresent(legal, forKey: .legal)
    try wire.encode(products, forKey: .products)
    try wire.encode(purchases, forKey: .purchases)
    try wire.encode(milestones, forKey: .milestones)
    if !attributes.isEmpty { try wire.encode(attributes, forKey: .attributes) }
    try wire.encodeIfPresent(onboarding, forKey: .onboarding)
    try wire.encode(hasFreeTier, forKey: .hasFreeTier)
    try wire.encode(plan, forKey: .plan)
    if !granted.isEmpty { try wire.encode(granted, forKey: .granted) }
    try wire.encodeIfPresent(trial, forKey: .trial)
    if !addOnTrials.isEmpty { try wire.encode(addOnTrials, forKey: .trials) }
    try wire.encode(credits, forKey: .credits)
    try wire.encode(features, forKey: .features)
    try wire.encode(paywalls, forKey: .paywalls)
    try wire.encode(placements, forKey: .placements)
    if !experiments.isEmpty { try wire.encode(experiments, forKey: .experiments) }
    try wire.encode(prompts, forKey: .prompts)
    try wire.encode(nudges, forKey: .nudges)
    try wire.encode(profile, forKey: .profile)
    try wire.encode(routes, forKey: .routes)
    try wire.encode(texts, forKey: .texts)
    try wire.encode(neverSay, forKey: .neverSay)
  }
}

/// The app: `{"bundleID":"com.example.coach","id":"coach","language":"de","name":"Coach","timeZone":"Europe/Berlin"}`.
///
/// `appAppleID` is left out if the blueprint names none; `timeZone` is an IANA name, `language` a BCP 47 code.
/// `usesCustomerTimeZone` is left out if it is false; with it, `timeZone` counts until a device reports its own.
extension Blueprint.App: WireForm {
  enum WireKey: String {
    case id, name, bundleID, appAppleID, timeZone, usesCustomerTimeZone, language
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      id: try wire.decode(Blueprint.App.ID.self, forKey: .id),
      name: try wire.decode(String.self, forKey: .name),
      bundleID: try wire.decode(String.self, forKey: .bundleID),
      appAppleID: try wire.decodeIfPresent(Int64.self, forKey: .appAppleID),
      timeZone: try wire.decode(String.self, forKey: .timeZone),
      usesCustomerTimeZone: try wire.decodeIfPresent(Bool.self, forKey: .usesCustomerTimeZone)
        ?? false,
      language: try wire.decode(String.self, forKey: .language))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(id, forKey: .id)
    try wire.encode(name, forKey: .name)
    try wire.encode(bundleID, forKey: .bundleID)
    try wire.encodeIfPresent(appAppleID, forKey: .appAppleID)
    try wire.encode(timeZone, forKey: .timeZone)
    if usesCustomerTimeZone {
      try wire.encode(usesCustomerTimeZone, forKey: .usesCustomerTimeZone)
    }
    try wire.encode(language, forKey: .language)
  }
}

/// The addresses of the terms of use and of the privacy policy that paywalls link to.
extension Blueprint.Legal: WireForm {
  enum WireKey: String {
    case terms, privacy
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      terms: try wire.decode(String.self, forKey: .terms),
      privacy: try wire.decode(String.self, forKey: .privacy))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(terms, forKey: .terms)
    try wire.encode(privacy, forKey: .privacy)
  }
}

/// The rules for purchases: `{"lateRenewal":"P2D","transfer":"share"}`.
///
/// `lateRenewal` is `standard`, `none` or a period; `transfer` is the name of a `TransferPolicy`.
extension Blueprint.PurchaseRules: WireForm {
  enum WireKey: String {
    case transfer, lateRenewal
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      transfer: try wire.decode(TransferPolicy.self, forKey: .transfer),
      lateRenewal: try wire.decode(LateRenewal.self, forKey: .lateRenewal))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(transfer, forKey: .transfer)
    try wire.encode(lateRenewal, forKey: .lateRenewal)
  }
}

/// A table of the profile; with `isDaily` its rows are created again for each day.
extension Blueprint.ProfileTable: WireForm {
  enum WireKey: String {
    case name, rows, isDaily
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      name: try wire.decode(String.self, forKey: .name),
      rows: try wire.decode([Blueprint.ProfileTable.Row].self, forKey: .rows),
      isDaily: try wire.decode(Bool.self, forKey: .isDaily))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(name, forKey: .name)
    try wire.encode(rows, forKey: .rows)
    try wire.encode(isDaily, forKey: .isDaily)
  }
}

/// A row with its initial values by column: `{"name":"user","values":{"isNew":true,"level":1,"stance":"orthodox"}}`.
extension Blueprint.ProfileTable.Row: WireForm {
  enum WireKey: String {
    case name, values
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      name: try wire.decode(String.self, forKey: .name),
      values: try wire.decode([String: ProfileValue].self, forKey: .values))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(name, forKey: .name)
    try wire.encode(values, forKey: .values)
  }
}
