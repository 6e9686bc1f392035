import Tollgate

/// The check for icons that are neither among the pages' nor among Apple's symbols.
///
/// Web pages draw the icons in ``icons``; SwiftUI draws any [SF
/// Symbol](https://developer.apple.com/sf-symbols/). Names with a dot are taken as SF Symbols without a look-up, so a
/// finding is a warning.
struct IconAdvice {
  let subject: Subject

  /// Checks the icons of features, paywalls, prompts and the skin.
  func note() {
    for feature in subject.definition.features
    where subject.isSound(feature.id.rawValue, of: "features") {
      guard let icon = feature.pitch?.icon else { continue }
      note(icon, at: ["features", feature.id.rawValue, "icon"])
    }
    for paywall in subject.definition.paywalls {
      for (place, icon) in paywall.values(of: String.self) {
        let path = ["paywalls", paywall.id.rawValue] + place
        // A benefit that repeats a feature has the feature's icon, and none of its own.
        if subject.node(path).path.last == "icon" { note(icon, at: path) }
      }
    }
    if let icon = subject.definition.skin?.icon { note(icon, at: ["skin", "icon"]) }
    for prompt in subject.definition.prompts {
      note(prompt.icon, at: ["prompts", prompt.id.rawValue, "icon"])
    }
  }

  /// Warns about an unknown icon.
  private func note(_ icon: String, at path: [String]) {
    // A dot separates the parts of a system symbol's name.
    if icon.contains(".") || Self.icons.contains(icon) || Self.symbols.contains(icon) { return }
    subject.warning(
      path, "there is no icon `\(icon)`",
      expected: "an icon of the pages, or the name of a system symbol",
      nearest: nearestName(to: icon, in: Self.icons.sorted()))
  }

  /// The icons of the pages; each has a system symbol on Apple's platforms.
  static let icons: Set<String> = [
    "back", "bag", "bars", "bell", "bolt", "book", "brain", "calendar", "camera", "chart", "chat",
    "check", "chevron", "clock", "close", "cloud", "crown", "dumbbell", "export", "gear", "gift",
    "globe", "heart", "house", "infinity", "info", "leaf", "lock", "mail", "moon", "offline",
    "person", "play", "plus", "receipt", "refresh", "shield", "sparkles", "star", "target",
    "trophy", "up", "video", "water", "wave", "wifi",
  ]

  /// Further system symbols whose names are a single word.
  private static let symbols: Set<String> = [
    "airplane", "alarm", "ant", "archivebox", "atom", "backpack", "bandage", "banknote", "bicycle",
    "bird", "bookmark", "briefcase", "bus", "car", "carrot", "cart", "cat", "checkmark", "circle",
    "command", "cpu", "creditcard", "cube", "diamond", "display", "doc", "dog", "drop", "ear",
    "ellipsis", "envelope", "eraser", "eye", "eyebrow", "eyeglasses", "ferry", "film", "fireworks",
    "fish", "flag", "flame", "folder", "function", "gamecontroller", "gearshape", "giftcard",
    "graduationcap", "guitars", "hammer", "hare", "headphones", "hifispeaker", "highlighter",
    "hourglass", "hurricane", "ipad", "iphone", "key", "keyboard", "ladybug", "laptopcomputer",
    "lasso", "lifepreserver", "lightbulb", "link", "lizard", "location", "lungs", "magnifyingglass",
    "map", "mappin", "medal", "megaphone", "memories", "message", "mic", "minus", "mouth", "mug",
    "network", "newspaper", "nose", "note", "number", "opticaldisc", "oval", "paintbrush",
    "paintpalette", "paperclip", "paperplane", "pause", "pawprint", "pencil", "percent", "phone",
    "photo", "pianokeys", "pills", "pin", "powerplug", "printer", "puzzlepiece", "qrcode",
    "questionmark", "rainbow", "repeat", "ruler", "sailboat", "scalemass", "scissors", "scooter",
    "scope", "scribble", "shareplay", "shuffle", "signature", "simcard", "slowmo", "snowflake",
    "sofa", "sparkle", "speaker", "speedometer", "square", "stopwatch", "storefront", "studentdesk",
    "suitcase", "sunrise", "sunset", "surfboard", "swatchpalette", "syringe", "tag", "teddybear",
    "telescope", "tent", "terminal", "ticket", "timelapse", "timer", "tornado", "tortoise", "tram",
    "trash", "tray", "tree", "triangle", "tshirt", "tv", "umbrella", "waveform", "wind", "xmark",
  ]
}
