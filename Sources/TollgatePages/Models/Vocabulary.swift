/// The five apps of the playground.
public enum AppName: String, CaseIterable, CustomStringConvertible, Sendable, Equatable {
  /// The coach with a paid trial.
  case coachPaid = "coach-paid"
  /// The coach with a free trial.
  case coachFree = "coach-free"
  /// The plant tracker.
  case grobro
  /// The combat sports tracker.
  case strikelab
  /// The soccer trainer.
  case techniq

  /// The name in addresses, such as `coach-paid`.
  public var description: String { rawValue }

  /// The name on the playground's tab.
  public var title: String {
    switch self {
    case .coachPaid, .coachFree: "Coach"
    case .grobro: "GroBro"
    case .strikelab: "StrikeLab"
    case .techniq: "TechnIQ"
    }
  }

  /// What tells the app apart on the playground's tab.
  public var tagline: String {
    switch self {
    case .coachPaid: "paid trial"
    case .coachFree: "free trial"
    case .grobro: "Pro tier"
    case .strikelab: "accounts"
    case .techniq: "freemium"
    }
  }
}

/// The two looks an app is designed in.
public enum Look: String, Sendable, Equatable {
  /// Translucent layers, as on iOS 26 and later.
  case glass
  /// Solid warm cards, as on iOS 18 to 25.
  case warm
}

/// The text size chosen on the phone.
public enum TextSize: String, Sendable, Equatable {
  /// The size an app is designed at.
  case `default`
  /// A fifth larger.
  case large
  /// Half as large again.
  case xlarge
}

/// The icons that pages can draw; the names are those of the symbols in `icons.svg`.
public enum Icon: String, CaseIterable, Sendable, Equatable {
  case bag, bell, bolt, book, brain, calendar, camera, chart, chat, check, clock, cloud
  case crown, dumbbell, export, gear, gift, globe, heart, house, infinity, info, leaf
  case lock, mail, moon, person, play, plus, receipt, refresh, shield, sparkles, star
  case target, trophy, video, water, wave, wifi, back
}

/// How much a badge or a state wants to be seen.
public enum BadgeTone: String, Sendable, Equatable {
  /// Nothing special.
  case neutral
  /// All is well.
  case good
  /// Worth a look.
  case warning
  /// Something is wrong.
  case bad
}
