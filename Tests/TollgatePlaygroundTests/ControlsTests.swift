import Testing

@testable import TollgatePlayground

@Suite("Controls")
struct ControlsTests {
  let pages: Pages

  init() throws {
    pages = try Pages()
  }

  /// The form of the controls that posts an action.
  func form(_ action: String, _ controls: Controls) throws -> String {
    let html = pages.controls(controls, app: .coachPaid)
    let forms = Markup(html: html).parts(from: "<form", to: "</form>")
    return try #require(
      forms.first { $0.contains(#"name="action" value="\#(action)""#) }, "no form for \(action)")
  }

  @Test(
    "each control is there",
    arguments: [
      "advance", "renew", "refund", "cancel", "fail-billing", "kill", "reinstall",
      "second-account", "clock-back", "look", "text-size", "offline", "reset",
    ])
  func present(action: String) throws {
    #expect(try form(action, Fixtures.controls).contains("<button"))
  }

  @Test("only hours and days advance where nothing changes by itself")
  func nextChange() throws {
    var controls = Fixtures.controls
    #expect(try !form("advance", controls).contains("disabled"))
    controls.nextChange = nil
    #expect(try form("advance", controls).contains("nothing scheduled"))
    #expect(
      Markup(html: try form("advance", controls)).parts(from: " disabled", to: ">").count == 1)
  }

  @Test(
    "the store's buttons wait for a subscription",
    arguments: ["renew", "refund", "cancel"])
  func subscribed(action: String) throws {
    var controls = Fixtures.controls
    #expect(try !form(action, controls).contains("disabled"))
    controls.subscribed = false
    #expect(try form(action, controls).contains("disabled"))
  }

  @Test("a subscription that renews can be cancelled, one that does not can be resumed")
  func renewal() throws {
    var controls = Fixtures.controls
    controls.renews = false
    #expect(try form("resume", controls).contains("Resume"))
    #expect(!pages.controls(controls, app: .grobro).contains(#"value="cancel""#))
  }

  @Test("a switch shows its state and posts the opposite")
  func switches() throws {
    var controls = Fixtures.controls
    for action in ["fail-billing", "offline", "clock-back"] {
      let off = try form(action, controls)
      #expect(off.contains(#"aria-checked="false""#) && off.contains(#"value="on""#))
    }
    controls.billingFails = true
    controls.offline = true
    controls.clockOffset = "1 day behind"
    for action in ["fail-billing", "offline", "clock-back"] {
      let on = try form(action, controls)
      #expect(on.contains(#"aria-checked="true""#) && on.contains(#"value="off""#))
    }
    #expect(pages.controls(controls, app: .grobro).contains("phone clock 1 day behind"))
  }

  @Test("a parent's answer is requested only while one is pending")
  func parent() throws {
    var controls = Fixtures.controls
    #expect(!pages.controls(controls, app: .coachPaid).contains("Parent approves"))
    controls.parentPending = true
    #expect(try form("approve", controls).contains("Parent approves"))
  }

  @Test("an app that is not running can be relaunched, not killed")
  func running() throws {
    var controls = Fixtures.controls
    controls.running = false
    #expect(try form("relaunch", controls).contains("Relaunch"))
    #expect(!pages.controls(controls, app: .coachPaid).contains(#"value="kill""#))
  }

  @Test("look and text size show the choice that holds", arguments: [Look.glass, .warm])
  func look(look: Look) throws {
    var controls = Fixtures.controls
    controls.look = look
    controls.textSize = .xlarge
    #expect(try form("look", controls).contains(#"value="\#(look)" aria-pressed="true""#))
    #expect(try form("text-size", controls).contains(#"value="xlarge" aria-pressed="true""#))
    #expect(try form("text-size", controls).contains(#"value="large" aria-pressed="false""#))
  }
}
