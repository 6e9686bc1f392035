import Testing
import Tollgate

@testable import TollgatePlayground

@Suite("What a visitor changes around the app")
struct WorldChangeTests {
  @Test(
    "a form's action and value are one change with a heading",
    arguments: [
      ("device", "second", "Took the second device"),
      ("first-person", "", "Handed the phone back to the first person"),
      ("end-sessions", "", "Ended every session of the customer"),
      ("server", "slow", "Made the server slow"),
      ("notifications", "twice", "Sent notifications twice"),
      ("raise-price", "", "Raised the price"),
      ("change-plan", "yearly", "Changed the plan to yearly"),
      ("family", "on", "Shared purchases with the next person"),
      ("country", "DEU", "Moved the store account to Germany"),
      ("language", "ar", "Set the phone to Arabic"),
    ])
  func reading(name: String, value: String, title: String) throws {
    let action = try #require(VisitorAction(["action": name, "value": value]))
    #expect(action == WorldChange(name, value).map(VisitorAction.world))
    #expect(action.title == title)
  }

  @Test(
    "a value that the page does not offer is refused",
    arguments: ["device", "server", "notifications", "country", "language"])
  func nonsense(name: String) {
    #expect(VisitorAction(["action": name, "value": "nonsense"]) == nil)
    #expect(WorldChange(name, "nonsense") == nil)
  }

  @Test("a menu shows the option that holds, and disables what is impossible")
  func menu() throws {
    let html = try Pages().controls(Fixtures.controls, app: .grobro)
    #expect(html.contains(#"value="held" aria-pressed="true""#))
    #expect(html.contains(#"value="now" aria-pressed="false""#))
    #expect(html.contains(#"value="monthly">Change the plan"#))
    #expect(html.contains(#"value="" disabled>Agree to the price"#))
    let choices = Markup(html: html).parts(from: "<fieldset", to: "</fieldset>")
    let family = try #require(choices.first { $0.contains("Family") })
    #expect(family.hasPrefix(" disabled>") && family.contains("can be shared."))
    #expect(choices.filter { $0.hasPrefix(" disabled") }.count == 1)
  }

  @Test("a code is redeemed on the store's page, which may be closed")
  func redemption() throws {
    let sheet = Redemption(product: "frame.monthly", name: "Frame", code: "FRIENDS").sheet
    #expect(sheet.text == "Redeem the code FRIENDS for Frame?")
    let redeem = try #require(sheet.tryAgain)
    let action = VisitorAction(["action": redeem.action.verb])
    #expect(action == .redeem && action?.title == "Redeemed a code")
    #expect(sheet.cancel.action == .closeSheet)
  }

  @Test("the jumps to the trial's and the period's end wait for one")
  func jumps() throws {
    var controls = Fixtures.controls
    controls.toTrialEnd = nil
    let html = try Pages().controls(controls, app: .grobro)
    #expect(html.contains(#"value="trial-end" disabled"#))
    #expect(html.contains(#"value="renewal">"#))
  }

  @Test("only Arabic reads from right to left")
  func direction() throws {
    #expect(PhoneLanguage.allCases.filter { $0.direction == "rtl" } == [.arabic])
    var phone = Fixtures.world(.grobro, .loading(LoadingScreen())).phone
    phone.direction = "rtl"
    #expect(try Pages().phone(phone).contains(#"dir="rtl""#))
  }
}
