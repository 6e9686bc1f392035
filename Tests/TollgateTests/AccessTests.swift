import Testing
import Tollgate

@Suite("Access")
struct AccessTests {
  @Test(
    "an unknown answer is neither a confirmed yes nor a no, and nothing is refused on it",
    arguments: [
      (Access.allowed(nil), true, true, false),
      (.allowed(Limit(limit: 3, used: 1, scope: .day)), true, true, false),
      (.denied(Denial(reason: .notIncluded, paywall: nil)), false, false, true),
      (.unknown, true, false, false),
    ])
  func table(access: Access, mayProceed: Bool, isAllowed: Bool, isDenied: Bool) {
    #expect(access.mayProceed == mayProceed)
    #expect(access.isAllowed == isAllowed)
    #expect(access.isDenied == isDenied)
  }
}
