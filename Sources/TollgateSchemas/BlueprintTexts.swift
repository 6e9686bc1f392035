import Tollgate
import TollgateAppStore

/// What the document says about the parts of a blueprint; what their members are comes from their forms.
enum BlueprintTexts {
  /// The parts, by the type of their values.
  static let parts = Dictionary(uniqueKeysWithValues: list)

  private typealias Part = (ObjectIdentifier, (name: String, text: String))

  private static let list: [Part] = [
    part(
      AddOnTrial.self, "AddOnTrial",
      "A trial that gives entitlements and does not change the phase."),
    part(AddOnTrial.Start.self, "AddOnTrialStart", "What starts an add-on trial."),
    part(AgeRangeTest.self, "AgeRangeTest", "What the whole declared age range must be."),
    part(Attribute.self, "Attribute", "An attribute that can be set."),
    part(AttributeTest.self, "AttributeTest", "What an attribute must be."),
    part(Audience.self, "Audience", "Who the customer must be."),
    part(AppPurchaseTest.self, "AppPurchaseTest", "When the app was bought, in production."),
    part(Audience.Versions.self, "AppVersions", "A range of versions of the app."),
    part(Blueprint.App.self, "App", "The app."),
    part(
      Blueprint.Legal.self, "Legal", "The addresses of the terms of use and of the privacy policy."),
    part(Blueprint.ProfileTable.self, "InitialTable", "A table of rows that a new account gets."),
    part(Blueprint.ProfileTable.Row.self, "InitialRow", "A row that a new account gets."),
    part(
      Blueprint.PurchaseRules.self, "PurchaseRules",
      "Who owns purchases, and how late a renewal may be."),
    part(CatalogProduct.self, "Product", "A product of the store."),
    part(
      CatalogProduct.IntroductoryOffer.self, "IntroductoryOffer", "The offer for new subscribers."),
    part(
      CatalogProduct.Offer.self, "ProductOffer",
      "An offer of a subscription that has an identifier."),
    part(
      CatalogProduct.SeatPrice.self, "SeatPrice",
      "The price of the seats from a number on."),
    part(Condition.self, "Condition", "A condition, whose members must all hold."),
    part(Condition.Held.self, "HeldItems", "How many items a feature must hold."),
    part(
      Condition.Left.self, "AmountLeft",
      "How much must be left of a feature, or in a wallet of credits."),
    part(Experiment.self, "Experiment", "A comparison of variants."),
    part(Experiment.Variant.self, "Variant", "A variant, with what it changes."),
    part(Feature.self, "Feature", "A feature; the first rule that matches decides."),
    part(Feature.Allowance.self, "Allowance", "How much use a rule allows."),
    part(
      Feature.OfflineUse.self, "OfflineUse",
      "What happens to a use while the server cannot be reached."),
    part(Feature.Pitch.self, "Pitch", "The description of a locked feature."),
    part(Feature.Rule.self, "FeatureRule", "A rule of a feature."),
    part(
      GrantTerms.self, "GrantTerms",
      "A grant that the blueprint lists: of `entitlements`, or of credits."),
    part(LocalizedText.self, "LocalizedText", "A text in several languages."),
    part(LocalizedText.Wording.self, "Wording", "The text in one language."),
    part(Nudge.self, "Nudge", "A local notification, or one of the app's backend."),
    part(Nudge.Moment.self, "NudgeMoment", "When a nudge is due."),
    part(Nudge.Repetition.self, "NudgeRepetition", "How often a nudge is delivered."),
    part(PastTest.Count.self, "EventCount", "How often an event happened."),
    part(PastTest.Since.self, "EventTime", "The time since an event."),
    part(Paywall.self, "Paywall", "A page that sells products."),
    part(Paywall.Benefit.self, "PaywallBenefit", "A reason to buy."),
    part(Paywall.Case.self, "PaywallCase", "What a paywall says to some customers."),
    part(Paywall.Image.self, "PaywallImage", "The app's own art."),
    part(Paywall.Image.File.self, "PaywallPicture", "A picture."),
    part(Paywall.Package.self, "PaywallPackage", "A product on offer."),
    part(Paywall.Package.Offer.self, "PackageOffer", "The offer that a package is sold with."),
    part(Paywall.Page.self, "PaywallPage", "A page before the offer."),
    part(Paywall.Page.Answer.self, "PageAnswer", "An answer to choose."),
    part(Paywall.Page.Question.self, "PageQuestion", "A question whose answer sets an attribute."),
    part(Paywall.Proof.self, "PaywallProof", "A rating or a quote."),
    part(Paywall.Question.self, "PaywallQuestion", "A question and its answer."),
    part(Paywall.Tab.self, "PaywallTab", "A tab with the plans of one tier."),
    part(Placement.self, "Placement", "A place where a paywall shows by itself."),
    part(Prompt.self, "Prompt", "A suggestion that never blocks."),
    part(Prompt.Patience.self, "PromptPatience", "How often a prompt may return."),
    part(QuietHours.self, "QuietHours", "When no nudge is delivered."),
    part(Route.self, "Route", "Where the app goes; the first that matches decides."),
    part(Route.Location.self, "RouteLocation", "The screens from which a route applies."),
    part(Skin.self, "Skin", "The look of paywalls; what is missing follows from the accent."),
    part(Skin.Background.self, "SkinBackground", "What is behind a page."),
    part(Skin.Button.self, "SkinButton", "The button that buys."),
    part(Skin.Font.self, "SkinFont", "A font of the app's own."),
    part(Skin.Layout.self, "SkinLayout", "How a page is arranged."),
    part(Skin.Lettering.self, "SkinLettering", "The typefaces."),
    part(Skin.Palette.self, "SkinPalette", "The colors of a skin."),
    part(Skin.Tone.self, "SkinTone", "A color by day and by night."),
    part(Team.self, "Team", "A team or household whose owner shares entitlements."),
    part(Team.Size.self, "TeamSize", "How many seats the owner of an entitlement shares."),
    part(Trial.self, "Trial", "The trial that affects the phase."),
    part(Trial.Start.self, "TrialStart", "What starts the trial."),
    part(Wallet.self, "Wallet", "A wallet of credits."),
    part(Wallet.Gift.self, "CreditGift", "Credits that nobody buys."),
    part(Wallet.Gift.Rhythm.self, "CreditRhythm", "When credits come that nobody buys."),
    part(Wallet.Lifetime.self, "CreditLifetime", "How long credits last."),
    part(Wallet.Source.self, "CreditSource", "The credits of a purchase or period of a product."),
    part(
      Wallet.SpendingLimit.self, "SpendingLimit", "How many credits can be spent in a window."),
  ]

  private static func part(_ type: Any.Type, _ name: String, _ text: String) -> Part {
    (ObjectIdentifier(type), (name, text))
  }

  /// What members say, unless their name does.
  static let texts = [
    "AgeRangeTest.declared": "Who must have stated it; anybody without it.",
    "Allowance.cost": "Missing if each use has its own.",
    "Allowance.counts":
      "The name of what is counted: the uses that limits with this name allow, in any feature.",
    "Allowance.each": "What uses belong to, if the number is of each parent alone.",
    "Allowance.isSized": "Whether the number is the sum of the sizes that uses state.",
    "Allowance.then": "The wallets that pay, in this order, what those before them lack.",
    "AmountLeft.name": "The name of the feature or of the wallet.",
    "AmountLeft.percent": "The bounds are percentages of the limit.",
    "App.timeZone": "The IANA name of the zone in which a day begins.",
    "App.usesCustomerTimeZone": "The zone of the customer's device counts, once it is known.",
    "BlueprintDefinition.backendMilestones":
      "The milestones that only the app's own backend reports.",
    "BlueprintDefinition.featuresOfAnswers":
      "The features whose uses decide how the server answers the store.",
    "BlueprintDefinition.routes":
      "Of these and of a feature's rules, the first that matches decides.",
    "CreditLifetime.isMonthly": "Each month of a billing period gives them.",
    "CreditLifetime.lasts": "From the day they come; until they are spent without it.",
    "CreditLifetime.upTo":
      "The most that there are when new ones come, those included; any without it.",
    "CreditLifetime.whileSubscribed": "They expire when the subscription ends.",
    "CreditRhythm.lasts": "They never expire without it.",
    "CreditRhythm.name": "The milestone or feature of the event.",
    "CreditRhythm.upTo": "How many there are at most; as many as come each time without it.",
    "CreditSource.inTrial": "What a period of a trial gives instead.",
    "CreditSource.onUpgrade":
      "What happens to them when another plan replaces the period; `share` without it.",
    "Feature.offline": "A use fails without it.",
    "Feature.reservation": "How long a reserved use counts; ten minutes without it.",
    "Feature.surplus": "Without it, held items beyond the limit can be used.",
    "FeatureRule.hidesPaywall": "Its denial shows no paywall, though the feature has one.",
    "FeatureRule.paywall": "What its denial shows, in place of the feature's.",
    "GrantTerms.amount": "How many credits it gives, each month if it was bought elsewhere.",
    "GrantTerms.entitlements": "Missing if it gives credits alone.",
    "GrantTerms.isElsewhere": "It was bought elsewhere, and the app's backend states its end.",
    "GrantTerms.lasts": "It never ends without it and `until`.",
    "GrantTerms.limit": "How often it may be given in a window; any number without it.",
    "GrantTerms.until": "When it ends at the latest.",
    "GrantTerms.waitsFor":
      "What delays it: other grants, purchases and other grants, or nothing.",
    "GrantTerms.within": "How long each time counts, in place of `window`.",
    "GrantTerms.wallet": "The wallet that it fills; missing if it fills none.",
    "IntroductoryOffer.billing": "It is billed up front without it.",
    "IntroductoryOffer.price": "That of one of its periods; missing if it is free.",
    "PaywallBenefit.free": "What is free of it, in a table; nothing without it.",
    "Paywall.button": "The standard title without it.",
    "Paywall.cases": "The first that is for a customer counts.",
    "PaywallPackage.billing": "It is billed up front without it.",
    "PaywallPackage.seats": "The most seats that it is sold with; it is for one person without it.",
    "PaywallPackage.when": "Who it is sold to; everyone without it.",
    "PaywallPicture.bytes": "The picture in Base64.",
    "Product.addsUp": "The time of several purchases overlaps.",
    "Product.monthlyPrice": "That of each of twelve monthly bills, with a commitment to a year.",
    "Product.seatPrices": "In ascending order; without it, every seat costs `price`.",
    "ProductOffer.billing": "It is billed up front without it.",
    "ProductOffer.price": "That of one of its periods; missing if it is free.",
    "EventCount.before": "What happened on this date or later does not count.",
    "EventCount.every": "It holds from each multiple of it until the next time.",
    "EventCount.from": "What happened before this date does not count.",
    "EventCount.window": "The calendar window in which it counts.",
    "EventTime.before": "It happened before this date.",
    "EventTime.first": "The first time counts instead of the last.",
    "EventTime.from": "It happened on this date or later.",
    "Prompt.patience": "It cannot be dismissed without it.",
    "PromptPatience.staysAway": "Until the app is updated without it.",
    "PurchaseRules.lateRenewal": "`standard`, `none` or a period in ISO 8601.",
    "SkinBackground.dark": "The colors by night; derived without it.",
    "SkinBackground.light": "The colors by day; derived without it.",
    "SkinFont.digest": "The SHA-256 of the file that web pages load, in hexadecimal.",
    "SkinFont.isVariable": "It has every weight.",
    "SkinFont.name": "The family or PostScript name among the fonts that the app contains.",
    "SkinLettering.textFont": "The app's own font; `texts` shows until it is loaded.",
    "SkinLettering.titleFont": "The app's own font of titles.",
    "SkinTone.dark": "The color by night; derived without it.",
    "Wallet.mayOverdraw": "It cannot be overdrawn without it.",
    "Team.gives": "What members have in place of what is shared; by default, the same.",
    "Team.invitation": "How long an invitation is open; seven days without it.",
    "Team.pooled":
      "The features whose uses and held items, of the owner and all members, count together.",
    "TeamSize.entitlement": "One of the shared entitlements is enough without it.",
    "TeamSize.seats": "The number of members, without the owner.",
    "Wallet.spendsGivenFirst": "What was bought is spent before what was given.",
    "Wording.count": "The number that decides between the forms.",
    "Wording.forms": "By exact number, such as `=0`, or by CLDR's plural category.",
  ]

  /// The schemas of members that accept other values than all of their type.
  static let schemas: [String: Schema] = [
    "AppPurchaseTest.versions": .object(
      AppDownload.Platform.allCases.map { .optional($0.rawValue, version) }),
    "AppVersions.atLeast": version,
    "AppVersions.lessThan": version,
    "AttributeTest.atLeast": .integer,
    "AttributeTest.lessThan": .integer,
    "EventCount.before": date,
    "EventCount.from": date,
    "EventTime.before": date,
    "EventTime.from": date,
    "GrantTerms.until": date,
    // Money may be owed.
    "Money.milliunits": .integer,
    "PaywallPicture.bytes": Schema.text.with("contentEncoding", "base64"),
    "PaywallPicture.height": Schema.integer.with("minimum", 1),
    "PaywallPicture.width": Schema.integer.with("minimum", 1),
    "PurchaseRules.lateRenewal": Schema.text.with(
      "pattern", "^(standard|none|P(T[1-9][0-9]{0,5}[MH]|[1-9][0-9]{0,5}[DWMY]))$"),
    "QuietHours.from": time,
    "QuietHours.to": time,
    "SkinBackground.dark": .list(color),
    "SkinBackground.light": .list(color),
    "SkinFont.digest": digest,
    "SkinTone.dark": color,
    "SkinTone.light": color,
    "Wording.count": Schema.text.with(
      "pattern", "^(features[.].+[.](left|limit)|[a-z]+[.][a-zA-Z]+)$"
    ).with("examples", ["trial.daysLeft"]),
    "Wording.forms": Schema.map(.text).with(
      "propertyNames",
      ["pattern": "^(=(0|-?[1-9][0-9]*)|zero|one|two|few|many|other)$", "examples": ["other"]]),
  ]

  private static let version = Schema.text.with("pattern", "^[0-9]{1,9}([.][0-9]{1,9}){0,7}$")
    .with("examples", ["2.1"])
  private static let color = Schema.text.with("pattern", "^#[0-9a-f]{6}$")
    .with("examples", ["#1f7a4d"])
  private static let date = Schema.text.with(
    "pattern", "^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2})?Z?)?$"
  ).with("examples", ["2026-03-01"])
  private static let digest = Schema.text.with("pattern", "^[0-9a-f]{64}$")
    .with("examples", ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"])
  private static let time = Schema.text.with("pattern", "^([01][0-9]|2[0-3]):[0-5][0-9]$")
    .with("examples", ["21:00"])
}
