import AppStoreSimulator
import Tollgate
import TollgateAppStore
import TollgateBlueprints

/// The forms of a scenario file, in which every name is one of the blueprint's.
struct ScenarioForms {
  let file: String
  let blueprint: BlueprintFile
  let products: StoreKitConfiguration
  /// The names of the scenario's devices, sorted.
  let deviceNames: [String]

  init(
    _ root: YAMLNode, file: String, blueprint: BlueprintFile, products: StoreKitConfiguration
  ) {
    self.file = file
    self.blueprint = blueprint
    self.products = products
    drawsVariants =
      if case .scalar(Self.drawn, _)? = root["variants"]?.content { true } else { false }
    deviceNames =
      if case .map(let entries)? = root["devices"]?.content {
        entries.map(\.key).sorted()
      } else {
        [Self.phone]
      }
  }

  /// Whether variants are drawn, so that weights matter.
  let drawsVariants: Bool

  /// The device of a scenario that names none.
  private static let phone = "phone"

  var definition: Blueprint.Definition { blueprint.blueprint.definition }

  /// The device of a step that names none.
  var defaultDevice: String {
    deviceNames.contains(Self.phone) ? Self.phone : deviceNames.first ?? Self.phone
  }

  var scenario: Form<Scenario> {
    .object(
      "a scenario", .required("title", .scalar()), .optional("blueprint", .scalar()),
      .required("start", .instant), .defaulted("store", store, to: StoreSettings()),
      .defaulted("variants", variants, to: .forced([:])),
      .defaulted("devices", devices, to: [Device.ID(Self.phone): "owner"]),
      .required("steps", steps)
    ) { [file, blueprint, products] title, _, start, store, variants, devices, steps in
      Scenario(
        title: title, file: file, blueprint: blueprint, products: products, start: start,
        store: store, variants: variants, devices: devices, steps: steps)
    }
  }

  private var steps: Form<[Step]> {
    Form.list(of: step).map { steps, node, reader in
      guard steps.count <= Scenario.stepLimit else {
        reader.error(
          at: node, "a scenario has \(steps.count) steps",
          expected: "at most \(Scenario.stepLimit)")
        return nil
      }
      return steps
    }
  }

  private var store: Form<StoreSettings> {
    .object(
      "`store`", .optional("gracePeriod", .choice()), .optional("renewalRate", .choice()),
      .defaulted("seed", .whole(0...Int.max), to: 1),
      .defaulted("signsDownloads", .flag, to: true)
    ) { gracePeriod, renewalRate, seed, signsDownloads in
      StoreSettings(
        gracePeriod: gracePeriod, renewalRate: renewalRate ?? .realTime,
        seed: UInt64(seed), signsDownloads: signsDownloads)
    }
  }

  private var devices: Form<[Device.ID: String]> {
    Form.each(
      "device", in: deviceNames.map { Device.ID($0) }, .scalar("the name of a store account")
    ) { device, account in (device, account) }.map { devices, node, reader in
      guard !devices.isEmpty else {
        reader.unexpected(node, expected: "a map from a device's name to its store account")
        return nil
      }
      return Dictionary(uniqueKeysWithValues: devices.map(\.value))
    }
  }
}
