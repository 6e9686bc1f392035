import Tollgate

/// What a visitor changes around the app: the network, the store's notifications, devices and people, the store's terms.
enum WorldChange: Hashable, Sendable {
  /// Which of a person's two devices is in hand.
  enum Device: String {
    case first, second
  }

  case device(Device)
  case firstPerson
  case endSessions
  case server(ServerCondition)
  case notifications(NotificationDelivery)
  case raisePrice
  case changePlan(CatalogProduct.ID)
  case family(Bool)
  case country(StoreCountry)
  /// How the store account got the app.
  case app(AppCopy)
  case language(PhoneLanguage)
  /// What the device reports: its time zone, its kind or the app's version.
  case property(DeviceProperty, String)
  /// An attribute, as it was typed; empty removes its value.
  case attribute(Attribute.ID, String)
  /// What a parent or guardian said, as the app's own backend reports it.
  case consent(Consent)
  /// A new customer who gets a variant; nil takes no part in the experiment.
  case variant(Experiment.Variant.ID?, of: Experiment.ID)
  case support(SupportAction)

  /// Reads the name, the subject and the value of a form; nil if they are not from the page.
  init?(_ name: String, of subject: String = "", _ value: String) {
    let change: WorldChange? =
      switch name {
      case "device": Device(rawValue: value).map(Self.device)
      case "first-person": .firstPerson
      case "end-sessions": .endSessions
      case "server": ServerCondition(rawValue: value).map(Self.server)
      case "notifications": NotificationDelivery(rawValue: value).map(Self.notifications)
      case "raise-price": .raisePrice
      case "change-plan": .changePlan(CatalogProduct.ID(value))
      case "family": .family(value == "on")
      case "country": StoreCountry(rawValue: value).map(Self.country)
      case "app": AppCopy(rawValue: value).map(Self.app)
      case "language": PhoneLanguage(rawValue: value).map(Self.language)
      case "property":
        DeviceProperty(rawValue: subject).flatMap { property in
          property.normalized(value).map { .property(property, $0) }
        }
      case "attribute": .attribute(Attribute.ID(subject), value)
      case "consent": Consent(rawValue: value).map(Self.consent)
      case "variant":
        .variant(
          value.isEmpty ? nil : Experiment.Variant.ID(value), of: Experiment.ID(subject))
      default: SupportAction(name, of: subject, value).map(Self.support)
      }
    guard let change else { return nil }
    self = change
  }

  /// What the visitor did, as the ledger's heading for the facts that follow.
  var title: String {
    switch self {
    case .device(.first): "Took the first device"
    case .device(.second): "Took the second device"
    case .firstPerson: "Handed the phone back to the first person"
    case .endSessions: "Ended every session of the customer"
    case .server(.up): "Made the server work"
    case .server(.slow): "Made the server slow"
    case .server(.down): "Stopped the server"
    case .notifications(.now): "Let notifications arrive"
    case .notifications(.held): "Held notifications back"
    case .notifications(.lost): "Lost the notifications"
    case .notifications(.twice): "Sent notifications twice"
    case .raisePrice: "Raised the price"
    case .changePlan(let product): "Changed the plan to \(product)"
    case .family(let shares):
      shares ? "Shared purchases with the next person" : "Stopped sharing purchases"
    case .country(let country): "Moved the store account to \(country.name)"
    case .app(.bought): "Had the store account buy the app before it became free"
    case .app(.free): "Had the store account download the app for free"
    case .app(.tested): "Had the store account get the app from TestFlight"
    case .language(.rightToLeft): "Set the phone to the right-to-left pseudolanguage"
    case .language(let language): "Set the phone to \(language.name)"
    case .property(.timeZone, let zone): "Traveled to the time zone \(zone)"
    case .property(.appVersion, let version): "Installed version \(version) of the app"
    case .property(.device, let kind): "Took a device of the kind \(kind)"
    case .property(.ageRange, DeviceProperty.declined): "Shared no age with the app"
    case .property(.ageRange, let range): "Shared the age range \(range) with the app"
    case .property(let property, let value): "Set \(property.rawValue) to \(value)"
    case .attribute(let attribute, ""): "Removed \(attribute)"
    case .attribute(let attribute, let value): "Set \(attribute) to \(value)"
    case .consent(.withdrawn): "Had a parent withdraw consent"
    case .consent(.given): "Had a parent consent again"
    case .variant(let variant?, let experiment):
      "Met a new customer with \(variant) of \(experiment)"
    case .variant(nil, let experiment): "Met a new customer without \(experiment)"
    case .support(let action): action.title
    }
  }
}

/// How well a phone reaches its server.
enum ServerCondition: String, CaseIterable {
  case up, slow, down
}

/// How the store's notifications reach the server.
enum NotificationDelivery: String, CaseIterable {
  case now, held, lost, twice
}

/// The country of a store account.
enum StoreCountry: String, CaseIterable {
  case usa = "USA"
  case germany = "DEU"
  case japan = "JPN"

  var name: String {
    switch self {
    case .usa: "the United States"
    case .germany: "Germany"
    case .japan: "Japan"
    }
  }
}

/// How a store account got the app.
enum AppCopy: String, CaseIterable {
  /// It bought the app before it became free.
  case bought
  /// It downloaded the app for free.
  case free
  /// It got the app from TestFlight.
  case tested
}
