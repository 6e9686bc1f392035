import TollgateHTML

/// Renders the playground's view models as HTML.
struct Pages: Sendable {
  private let renderer: HTMLRenderer

  /// Reads the templates that ship with the module.
  ///
  /// - Throws: An error of the template parser if a template is malformed.
  init() throws {
    renderer = try HTMLRenderer(templates: Resources.templates)
  }

  /// Renders the whole document of an app's playground.
  func playground(_ page: PlaygroundPage) -> String {
    renderer.render(PageContext(page), with: "playground")
  }

  /// Renders the document of a blueprint that cannot be used.
  func mistakes(_ page: MistakesPage) -> String {
    renderer.render(page, with: "mistakes")
  }

  /// Renders the document for a page that does not exist, with links to the apps.
  func missing(_ apps: [AppName]) -> String {
    renderer.render(MissingPage(apps), with: "missing")
  }

  /// Renders the document of a fact.
  func fact(_ page: FactPage) -> String {
    renderer.render(page, with: "fact")
  }

  /// Renders the inside of the document's live regions, for the page's event stream.
  func update(_ page: PlaygroundPage) -> PageUpdate {
    PageUpdate(
      phone: phone(page.phone),
      panels: panels(page.panels),
      controls: controls(page.controls, app: page.app),
      guide: guide(page.guide, app: page.app))
  }

  /// Renders the inside of the region `phone`.
  func phone(_ phone: PhonePage) -> String {
    renderer.render(phone, with: "phone")
  }

  /// Renders the inside of the region `panels`.
  func panels(_ panels: Panels) -> String {
    renderer.render(panels, with: "panels")
  }

  /// Renders the inside of the region `controls` for an app's playground.
  func controls(_ controls: Controls, app: AppName) -> String {
    renderer.render(ControlsContext(app: app, controls: controls), with: "controls")
  }

  /// Renders the inside of the region `guide` for an app's playground.
  func guide(_ guide: Guide, app: AppName) -> String {
    renderer.render(GuideContext(app: app, guide: guide), with: "guide")
  }
}
