import AppStoreSimulator
public import Tollgate
public import TollgateAppStore
public import TollgateBlueprints

/// A customer's history in YAML: what happens at which instant, and what must hold then.
///
/// ## Topics
/// - Reading: ``load(path:blueprint:)``, ``parse(_:name:blueprint:products:)``, ``ScenarioError``
/// - Running: ``play()``, ``Timeline``
public struct Scenario: Sendable {
  /// What the scenario is about.
  public let title: String
  /// The file's name, as failures show it.
  public let file: String
  /// The app.
  public let blueprint: BlueprintFile
  /// What the store sells.
  public let products: StoreKitConfiguration
  /// When it begins.
  public let start: Instant
  let store: StoreSettings
  let variants: VariantChoice
  let devices: [Device.ID: String]
  let steps: [Step]

  /// The maximum number of steps in a scenario.
  public static let stepLimit = 1000
  /// The maximum size of a scenario in bytes.
  public static let byteLimit = 1_048_576
}

/// Who gets which variants of experiments.
enum VariantChoice: Hashable, Sendable {
  /// Every customer has these variants; experiments that are not named do not run.
  case forced([Experiment.ID: Experiment.Variant.ID])
  /// Each customer has what the server draws for the customer's id, and keeps what was recorded.
  case drawn
}

/// Something that happens, and what must hold afterwards.
struct Step: Sendable {
  let position: YAMLNode.Position
  var note: String?
  var moment = Moment.now
  var device: Device.ID
  var action: Action?
  var language: String?
  var expectations: [Located<Expectation>] = []

  init(position: YAMLNode.Position, device: Device.ID) {
    self.position = position
    self.device = device
  }
}

/// When a step happens.
enum Moment: Hashable, Sendable {
  /// At once.
  case now
  case at(Instant)
  case after(Period)
  /// When the membership of the device's customer next changes by itself.
  case nextChange
}

/// What a person or the store does.
enum Action: Hashable, Sendable {
  case open
  case signUp(email: String, namesDevice: Bool)
  case signIn(email: String)
  case signOut
  case reinstall
  case relaunch
  case seeOnboarding
  case timeZone(String)
  case storeAccount(String)
  case reach(Milestone.ID)
  case set([Attribute.ID: Attribute.Value?])
  case report([DeviceProperty: String])
  case use(Feature.ID, times: Int, item: Item.ID?, cost: Int?, key: String?)
  case reserve(Feature.ID, item: Item.ID?, cost: Int?, key: String)
  case giveBack(Feature.ID, key: String)
  case release(Feature.ID, Item.ID)
  case dismiss(Prompt.ID, times: Int)
  case show(Paywall.ID)
  case close(Paywall.ID)
  case buy(
    CatalogProduct.ID, PurchaseOutcome, seats: Int, isPosted: Bool, offer: CatalogProduct.Offer?)
  case restore
  /// Without a name, the main trial.
  case extendTrial(AddOnTrial.ID?, days: Int)
  case pauseTrial(AddOnTrial.ID?)
  case resumeTrial(AddOnTrial.ID?)
  case resetTrial(AddOnTrial.ID?)
  case grant(Entitlement.ID, lasts: Period?, until: Instant?)
  case revokeGrant(Entitlement.ID)
  /// What happens at the store to the account that a device is signed in to.
  case atStore(StoreAction)
  case notifications(Delivery)
  /// The app's developer changes weights of variants.
  case weights([Experiment.ID: [Experiment.Variant.ID: Int]])
}

extension Action {
  var isAtStore: Bool { if case .atStore = self { true } else { false } }
}

/// How the store's notifications are delivered.
enum Delivery: String, Hashable, Sendable, CaseIterable {
  /// Not at all, until this changes.
  case held
  /// At once, after those that were held.
  case delivered
  /// At once, after those that were held have been delivered twice.
  case twice
  /// At once, after those that were held have been delivered in reverse.
  case reversed
}

/// How the store behaves; nil leaves it to the store's configuration.
struct StoreSettings: Hashable, Sendable {
  var gracePeriod: GracePeriod?
  var renewalRate = RenewalRate.realTime
  var seed: UInt64 = 1
  /// Whether the store signs the download of the app in time, by which a new installation finds its customer again.
  var signsDownloads = true
}
