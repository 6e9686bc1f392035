package import AppStoreSimulator
public import Tollgate
public import TollgateAppStore
public import TollgateBlueprints

/// A customer's history in YAML: what happens at which instant, and what must hold then.
///
/// ## Topics
/// - Reading: ``load(path:blueprint:)``, ``parse(_:name:blueprint:products:)``, ``ScenarioError``
/// - Running: ``play()``, ``Timeline``
public struct Scenario: Sendable {
  public let title: String
  /// The file's name, as failures show it.
  public let file: String
  public let blueprint: BlueprintFile
  /// What the store sells.
  public let products: StoreKitConfiguration
  public let start: Instant
  let store: StoreSettings
  let variants: VariantChoice
  /// The store account of each device.
  package let devices: [Device.ID: String]
  package let steps: [Step]

  /// The variants that every customer has; empty if they are drawn.
  package var forcedVariants: [Experiment.ID: Experiment.Variant.ID] {
    switch variants {
    case .forced(let variants): variants
    case .drawn: [:]
    }
  }

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
package struct Step: Sendable {
  let position: YAMLNode.Position
  var note: String?
  package var moment = Moment.now
  package var device: Device.ID
  package var action: Action?
  var language: String?
  var expectations: [Located<Expectation>] = []

  package var line: Int { position.line }

  init(position: YAMLNode.Position, device: Device.ID) {
    self.position = position
    self.device = device
  }
}

/// When a step happens.
package enum Moment: Hashable, Sendable {
  /// At once.
  case now
  case at(Instant)
  case after(Period)
  /// When the membership of the device's customer next changes by itself.
  case nextChange
}

/// A report of uses that were made offline: within a limit, or without one.
package enum UseReport: Hashable, Sendable { case limited, unlimited }

/// What a person or the store does.
package enum Action: Hashable, Sendable {
  case open
  case signUp(email: String, namesDevice: Bool)
  case signIn(email: String)
  case signOut
  case reinstall
  case relaunch
  case seeOnboarding
  case timeZone(String)
  case storeAccount(String)
  case network(Switch)
  /// A device without a network is switched off or on.
  case power(Switch)
  /// The device's own clock, which nothing depends on.
  case clock(Instant)
  case reach(Milestone.ID)
  case set([Attribute.ID: Attribute.Value?])
  case report([DeviceProperty: String])
  /// The app's own backend reports what a parent or guardian said.
  case consent(Consent)
  /// A report is of uses that were made offline.
  case use(
    Feature.ID, times: Int, item: Item.ID?, cost: Int?, parent: Parent.ID?, key: String?,
    report: UseReport?)
  case reserve(Feature.ID, item: Item.ID?, cost: Int?, parent: Parent.ID?, key: String)
  case giveBack(Feature.ID, key: String)
  case release(Feature.ID, Item.ID)
  case dismiss(Prompt.ID, times: Int)
  case show(Paywall.ID)
  case close(Paywall.ID)
  case buy(PurchaseAction)
  case restore
  /// Without a name, the main trial.
  case extendTrial(AddOnTrial.ID?, days: Int)
  case pauseTrial(AddOnTrial.ID?)
  case resumeTrial(AddOnTrial.ID?)
  case resetTrial(AddOnTrial.ID?)
  case grant(Entitlement.ID, lasts: Period?, until: Instant?)
  case revokeGrant(Entitlement.ID)
  /// The author whom the blueprint lists gives the grant; without a key, once for each step. An end, a renewal and
  /// seats belong to a right that was bought elsewhere.
  case give(GrantTerms.ID, key: String?, until: Instant?, willRenew: Bool?, seats: Int?)
  /// The owner of a team invites somebody.
  case invite(Team.ID)
  /// With the latest invitation to the team.
  case join(Team.ID)
  case leave(Team.ID)
  /// The owner of a team removes the customer who uses another device.
  case removeMember(Device.ID)
  /// What happens at the store to the account that a device is signed in to.
  case atStore(StoreAction)
  case notifications(Delivery)
  /// The app's developer changes weights of variants.
  case weights([Experiment.ID: [Experiment.Variant.ID: Int]])
}

/// A purchase by the customer who uses a device.
package struct PurchaseAction: Hashable, Sendable {
  package let product: CatalogProduct.ID
  package var outcome = PurchaseOutcome.buy
  package var seats = 1
  /// How many of a consumable or a non-renewing product are bought at once.
  package var quantity = 1
  /// Whether the app reports it to the server.
  package var isPosted = true
  package var offer: CatalogProduct.Offer?
  /// Whether it is billed monthly, with a commitment to all of its period.
  package var isBilledMonthly = false
  /// Whether the store gives its introductory offer; nil leaves that to the account's own history.
  package var hasIntroductoryOffer: Bool?
}

extension Action {
  var isAtStore: Bool { if case .atStore = self { true } else { false } }
}

/// Whether something of a device is on.
package enum Switch: String, Hashable, Sendable, CaseIterable {
  case on
  case off
}

/// How the store's notifications are delivered.
package enum Delivery: String, Hashable, Sendable, CaseIterable {
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
