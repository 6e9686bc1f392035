/// The values of the document's template.
struct PageContext: Sendable {
  struct AppLink: Sendable {
    var name: AppName
    var title: String
    var tagline: String
    var current: Bool
  }

  /// The button that shows or hides a part of the page.
  struct PartButton: Sendable {
    var name: String
    var label: String
  }

  var app: AppName
  /// Whether the app draws plants.
  var hasGarden: Bool
  var update: Int
  var title: String
  var apps: [AppLink]
  var parts = PagePart.allCases.map { PartButton(name: $0.rawValue, label: $0.label) }
  var phone: PhonePage
  var controls: ControlsContext
  var panels: Panels
  var guide: GuideContext

  init(_ page: PlaygroundPage) {
    app = page.app
    hasGarden = page.app == .grobro
    update = page.update
    let link = AppLink(page.app, named: page.name, current: true)
    title = "\(link.title) (\(link.tagline))"
    apps = page.app == .own ? [link] : AppLink.examples(current: page.app)
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

/// The values of the template for a blueprint that cannot be used: the page without a phone.
struct MistakesPage: Sendable {
  var app: AppName
  /// The number of the last update that the page includes.
  var update: Int
  /// The file's name.
  var title: String
  var guide: GuideContext
  /// The apps that have pages too.
  var others: [PageContext.AppLink]

  init(app: AppName, update: Int, blueprint: BlueprintCard, others: [AppName] = []) {
    self.app = app
    self.others = others.map { PageContext.AppLink($0, named: nil, current: false) }
    self.update = update
    title = blueprint.file
    guide = GuideContext(app: app, guide: Guide(blueprint: blueprint))
  }
}

/// The values of the template for a page that does not exist.
struct MissingPage: Sendable {
  var apps: [PageContext.AppLink]

  init(_ apps: [AppName]) {
    self.apps = apps.map { PageContext.AppLink($0, named: nil, current: false) }
  }
}

extension PageContext.AppLink {
  init(_ app: AppName, named name: String?, current: Bool) {
    self.init(name: app, title: name ?? app.title, tagline: app.tagline, current: current)
  }

  static func examples(current: AppName) -> [Self] {
    AppName.examples.map { Self($0, named: nil, current: $0 == current) }
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
