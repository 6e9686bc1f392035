import Tollgate
import TollgateClient

/// The controls of what decides about the customer on the phone: as many as the blueprint has a use for.
struct CustomerMenus {
  let blueprint: Blueprint
  /// The customer as the server knows them; nil before it does.
  let customer: Customer?
  let settings: PhoneSettings
  let now: Instant

  private var definition: Blueprint.Definition { blueprint.definition }

  private var tests: [AudienceTest] { definition.audienceTests }

  // MARK: The device

  var device: [ControlChoice] {
    var choices: [ControlChoice] = []
    let kinds = tests.flatMap { test -> Set<DeviceKind> in
      if case .device(let kinds) = test { kinds } else { [] }
    }
    if !kinds.isEmpty {
      let offered = DeviceKind.allCases.filter {
        kinds.contains($0) || [.iPhone, .iPad, settings.deviceKind].contains($0)
      }
      choices.append(
        ControlChoice(
          "property", of: DeviceProperty.device.rawValue, "Kind",
          offered.map { ($0.rawValue, $0.name, "the kind of device") },
          holds: settings.deviceKind.rawValue))
    }
    let ages = Set(
      tests.flatMap { test -> [Int] in
        guard case .ageRange(let test) = test else { return [] }
        return [test.atLeast, test.lessThan].compactMap { $0 }
      }
    ).sorted()
    if tests.contains(where: { $0.property == .ageRange }) {
      choices.append(
        ControlChoice(
          "property", of: DeviceProperty.ageRange.rawValue, "Age",
          Self.ranges(between: ages).map { ($0, $0, "the age range that is shared") }
            + [(DeviceProperty.declined, "declined", "no age is shared")],
          holds: settings.ageRange ?? ""))
    }
    let hasQuietHours = definition.nudges.contains { $0.quietHours != nil }
    if blueprint.app.usesCustomerTimeZone || hasQuietHours {
      var choice = ControlChoice(
        "property", of: DeviceProperty.timeZone.rawValue, "Zone",
        Self.zones.map { ($0.name, $0.label, $0.name) }, holds: settings.timeZone)
      choice.note = zoneNote
      choices.append(choice)
    }
    return choices
  }

  /// The age ranges between ages, as the phone reports them.
  private static func ranges(between ages: [Int]) -> [String] {
    let first = [ages.first.map { "-\($0 - 1)" } ?? "0-"]
    return first
      + ages.enumerated().map { index, age in
        index + 1 < ages.count ? "\(age)-\(ages[index + 1] - 1)" : "\(age)-"
      }
  }

  private static let zones: [(name: String, label: String)] = [
    ("America/Los_Angeles", "LA"), ("GMT", "GMT"), ("Europe/Berlin", "Berlin"),
    ("Asia/Tokyo", "Tokyo"),
  ]

  /// The zone in which days begin, if it is not the one that the phone has.
  private var zoneNote: String? {
    guard blueprint.app.usesCustomerTimeZone,
      let known = customer?.value(of: .timeZone), known != settings.timeZone
    else { return nil }
    return "Days begin in \(known) until it has held for a day."
  }

  /// The field of the app's version, if that decides anything.
  var version: [ControlField] {
    let bounds = tests.flatMap { test -> [AppVersion] in
      guard case .appVersion(let versions) = test else { return [] }
      return [versions.atLeast, versions.lessThan].compactMap { $0 }
    }
    guard !bounds.isEmpty || blueprint.testsOpenings else { return [] }
    let names = Set(bounds).sorted().map(\.description).joined(separator: ", ")
    return [
      ControlField(
        verb: "property", subject: DeviceProperty.appVersion.rawValue, label: "App version",
        type: "text", value: settings.appVersion, pattern: "[0-9]{1,9}(\\.[0-9]{1,9}){0,7}",
        note: bounds.isEmpty
          ? "A later version is an update." : "The blueprint names \(names).")
    ]
  }

  // MARK: The customer

  /// Variants and attributes; nil if the blueprint has neither.
  var customerMenu: ControlMenu? {
    let attributes = definition.attributes.filter { attribute in
      tests.contains { $0.attribute == attribute.id }
    }
    let hasVariants = !definition.experiments.isEmpty
    guard hasVariants || !attributes.isEmpty else { return nil }
    return ControlMenu(
      name: "customer",
      title: [hasVariants ? "Variants" : nil, attributes.isEmpty ? nil : "Attributes"]
        .compactMap { $0 }.joined(separator: ", "),
      choices: definition.experiments.map(choice) + attributes.compactMap(choice),
      fields: attributes.compactMap(field))
  }

  /// The variants of an experiment side by side, with the customer's.
  private func choice(of experiment: Experiment) -> ControlChoice {
    let given = customer.map { blueprint.variants(for: $0)[experiment.id]?.rawValue ?? "" }
    var choice = ControlChoice(
      "variant", of: experiment.id.rawValue, experiment.id.rawValue, [], holds: "")
    choice.isWide = true
    choice.note = "Another variant comes with a new customer on a new phone."
    let words = VariantWords(experiment, in: blueprint)
    choice.options = experiment.variants.map { variant in
      ControlChoice.Option(
        value: variant.id.rawValue, label: variant.id.rawValue,
        chosen: given == variant.id.rawValue, disabled: variant.weight == 0,
        lines: words.lines(of: variant))
    }
    if experiment.traffic < 100 || experiment.group != nil {
      choice.options.append(
        ControlChoice.Option(
          value: "", label: "not in it", chosen: given == "", lines: [words.others]))
    }
    return choice
  }

  private func value(of attribute: Attribute) -> Attribute.Value? {
    customer?.value(of: attribute.id, setBy: attribute.setBy)
  }

  private func label(of attribute: Attribute) -> String {
    attribute.setBy == .backend ? "\(attribute.id), by the backend" : attribute.id.rawValue
  }

  /// The choice of an attribute with few values; nil for one that is typed.
  private func choice(of attribute: Attribute) -> ControlChoice? {
    let values: [String]
    switch attribute.kind {
    case .boolean: values = ["true", "false"]
    case .text(let texts) where !texts.isEmpty: values = texts
    case .text, .number: return nil
    }
    return ControlChoice(
      "attribute", of: attribute.id.rawValue, label(of: attribute),
      values.map { ($0, $0, "the value") } + [("", "none", "no value")],
      holds: value(of: attribute)?.description ?? "")
  }

  /// The field of an attribute that is typed; nil for one with few values.
  private func field(of attribute: Attribute) -> ControlField? {
    let type: String
    switch attribute.kind {
    case .boolean: return nil
    case .text(let texts):
      guard texts.isEmpty else { return nil }
      type = "text"
    case .number: type = "number"
    }
    return ControlField(
      verb: "attribute", subject: attribute.id.rawValue, label: label(of: attribute), type: type,
      value: value(of: attribute)?.description ?? "")
  }

  // MARK: The operator

  /// What an operator may do for the customer; nil if there is nothing.
  var operatorMenu: ControlMenu? {
    let trials = definition.serverTrials
    let entitlements = definition.entitlements
    guard
      !trials.isEmpty || !entitlements.isEmpty || !definition.grants.isEmpty
        || !definition.backendMilestones.isEmpty || testsConsent
    else { return nil }
    return ControlMenu(
      name: "operator", title: "As an operator",
      choices: entitlements.map(choice),
      commands: definition.grants.filter { !$0.isElsewhere }.map(command(giving:))
        + definition.backendMilestones.map(command(reaching:)) + consent + trials.flatMap(commands))
  }

  private var testsConsent: Bool { tests.contains(where: \.isOfConsent) }

  private var consent: [ControlCommand] {
    guard testsConsent else { return [] }
    return [
      ControlCommand(
        verb: "consent", value: Consent.given.rawValue,
        label: "Report a parent's consent, as the backend",
        disabled: customer == nil || customer?.consent == .given)
    ]
  }

  private func command(reaching milestone: Milestone.ID) -> ControlCommand {
    ControlCommand(
      verb: "reach-milestone", subject: milestone.rawValue,
      label: "Report \(milestone), as the backend",
      disabled: customer?.reached(milestone) != nil || customer == nil)
  }

  private func command(giving grant: GrantTerms) -> ControlCommand {
    ControlCommand(
      verb: "give", subject: grant.id.rawValue,
      label: "Give \(grant.id)" + (grant.giver == .backend ? ", as the backend" : ""),
      disabled: customer == nil)
  }

  private func choice(of entitlement: Entitlement.ID) -> ControlChoice {
    let grants = customer?.standingGrants(of: entitlement, in: blueprint, at: now) ?? []
    let held: SupportAction.GrantLength? =
      if grants.isEmpty { nil } else {
        grants.contains { $0.endsAt == nil && $0.lasts == nil } ? .endless : .week
      }
    return ControlChoice(
      "grant", of: entitlement.rawValue, "Grant \(entitlement)",
      [
        ("", "none", "no grant"), ("week", "1 week", "granted for a week"),
        ("endless", "no end", "granted without an end"),
      ], holds: held?.rawValue ?? "",
      impossible: customer == nil ? "The server knows no customer yet." : nil)
  }

  private func commands(of trial: Trial.ID) -> [ControlCommand] {
    let status = customer.flatMap { Membership(of: $0, in: blueprint, at: now).trial(trial) }
    let isServers = status.map { $0.purchase == nil && $0.activatedAt != nil } ?? false
    let isPaused = status?.pausedAt != nil
    let name = trial == "trial" ? "the trial" : "the trial \(trial)"
    return [
      ControlCommand(
        verb: "extend-trial", subject: trial.rawValue,
        label: "Extend \(name) by \(SupportAction.extensionDays) days", disabled: !isServers),
      ControlCommand(
        verb: isPaused ? "resume-trial" : "pause-trial", subject: trial.rawValue,
        label: "\(isPaused ? "Resume" : "Pause") \(name)",
        disabled: !isServers || !(status?.isActive ?? false)),
    ]
  }
}

extension Blueprint.Definition {
  /// The trials whose time the server keeps; the store keeps that of the others.
  fileprivate var serverTrials: [Trial.ID] {
    let own = trial.flatMap { $0.start.event != nil && $0.terms.lasts != nil ? $0.id : nil }
    return [own].compactMap { $0 } + addOnTrials.map(\.id)
  }
}

extension DeviceKind {
  fileprivate var name: String {
    switch self {
    case .iPhone, .iPad: rawValue
    case .mac: "Mac"
    case .watch: "Watch"
    case .tv: "TV"
    case .vision: "Vision"
    }
  }
}
