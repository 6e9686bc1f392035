import Testing
import Tollgate
import TollgateExplorer

private let student = AudienceSetting.attribute("student", setBy: .backend, .boolean(true))
private let theme = AudienceSetting.attribute("theme", setBy: .app, .string("dark"))

@Suite("The words of a history's steps")
struct StepWordsTests {
  @Test(
    "a step says who sets an attribute: the backend, or the customer's device",
    arguments: [
      ([theme], "reports theme dark"),
      ([student], "gets student true from the backend"),
      ([student, theme], "reports theme dark and gets student true from the backend"),
    ])
  func setters(settings: [AudienceSetting], words: String) {
    #expect(HistoryStep.set(settings).words == words)
  }

  @Test("a step says whether a package left out the introductory offer of what was bought")
  func fullPrice() {
    #expect(HistoryStep.buy("pro.month").words == "buys pro.month")
    #expect(
      HistoryStep.buy("pro.month", leavesOutOffer: true).words
        == "buys pro.month without its introductory offer")
  }
}
