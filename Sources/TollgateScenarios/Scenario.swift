public import AppStore
public import BlueprintFile
public import Tollgate

/// A customer's life written down: what happens when, and what must hold then.
///
/// ## Topics
/// - Reading: ``load(path:blueprint:)``, ``parse(_:name:blueprint:products:)``, ``ScenarioError``
/// - Playing: ``play()``, ``Timeline``
public struct Scenario: Sendable {
  /// What the life is about.
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
  let devices: [Device.ID: String]
  let steps: [Step]

  /// How many steps a scenario may have.
  public static let stepLimit = 1000
  /// How many bytes a scenario may have.
  public static let byteLimit = 1_048_576
}

/// A line and a column of a file, from 1.
struct Place: Hashable, Sendable {
  let line: Int
  let column: Int
}

/// One thing that happens, and what must hold afterwards.
struct Step: Sendable {
  let place: Place
  let note: String?
  let moment: Moment
  let device: Device.ID
  let action: Action?
  let language: String?
  let checks: [Check]
}

/// When a step happens.
enum Moment: Hashable, Sendable {
  /// At once.
  case now
  case at(Instant)
  case after(Period)
  /// When what holds for the device's customer changes by itself.
  case nextChange
}

/// What somebody does, or the store.
enum Action: Hashable, Sendable {
  case open
  case signUp(email: String)
  case signIn(email: String)
  case signOut
  case reinstall
  case relaunch
  case seeOnboarding
  case storeAccount(String)
  case reach(Milestone.ID)
  case use(Feature.ID, times: Int, item: Item.ID?, key: String?)
  case release(Feature.ID, Item.ID)
  case dismiss(Prompt.ID, times: Int)
  case show(Paywall.ID)
  case close(Paywall.ID)
  case buy(Product.ID, Hand, isPosted: Bool)
  case approve
  case decline
  case restore
  case cancel
  case resume
  case renewNow
  case expireNow
  case refund(Product.ID, isFirst: Bool)
  case setBilling(fails: Bool)
  case notifications(Delivery)
}

/// What the customer's hands do with the store's sheet, or what gets in their way.
enum Hand: String, Hashable, Sendable, CaseIterable {
  case buy
  case cancel
  case askToBuy
  case paymentNotAllowed
  case paymentInvalid
  case network
  case productUnavailable
  case interrupted
}

/// What becomes of the notifications that the store posts.
enum Delivery: String, Hashable, Sendable, CaseIterable {
  /// They wait.
  case held
  /// They come, those that waited too.
  case delivered
  /// They come, those that waited twice.
  case twice
  /// They come, those that waited last one first.
  case reversed
}

/// How the store behaves.
struct StoreSettings: Hashable, Sendable {
  var gracePeriod: String?
  var renewalRate: String?
  var seed: UInt64 = 1
}
