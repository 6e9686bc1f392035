/// The values of the document's template.
struct PageContext: Sendable {
  struct AppLink: Sendable {
    var name: AppName
    var title: String
    var tagline: String
    var current: Bool
  }

  var app: AppName
  var title: String
  var apps: [AppLink]
  var phone: PhonePage
  var controls: ControlsContext
  var panels: Panels
  var guide: GuideContext

  init(_ page: PlaygroundPage) {
    app = page.app
    title = "\(page.app.title) (\(page.app.tagline))"
    apps = AppLink.all(current: page.app)
    phone = page.phone
    controls = ControlsContext(app: page.app, controls: page.controls)
    panels = page.panels
    guide = GuideContext(app: page.app, guide: page.guide)
  }
}

/// The values of the guide's template.
struct GuideContext: Sendable {
  var app: AppName
  var guide: Guide
}

/// The values of the template for a page that does not exist.
struct MissingPage: Sendable {
  var apps = PageContext.AppLink.all(current: nil)
}

extension PageContext.AppLink {
  static func all(current: AppName?) -> [Self] {
    AppName.allCases.map {
      Self(name: $0, title: $0.title, tagline: $0.tagline, current: $0 == current)
    }
  }
}

/// The values of the controls' template.
struct ControlsContext: Sendable {
  var app: AppName
  var controls: Controls
  var glass: Bool
  var warm: Bool
  var textDefault: Bool
  var textLarge: Bool
  var textXlarge: Bool

  init(app: AppName, controls: Controls) {
    self.app = app
    self.controls = controls
    glass = controls.look == .glass
    warm = controls.look == .warm
    textDefault = controls.textSize == .default
    textLarge = controls.textSize == .large
    textXlarge = controls.textSize == .xlarge
  }
}
