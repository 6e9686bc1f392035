import Tollgate

/// The check for exit offers that never show, or that cannot be closed.
///
/// ```yaml
/// paywalls:
///   plans: { title: Plans, packages: [coach.monthly], dismissible: false, exitOffer: goodbye }  # never shows
/// ```
struct ExitOfferAdvice {
  let subject: Subject

  /// Checks the exit offer of each paywall that was read without a mistake.
  func note() {
    let paywalls = subject.definition.paywalls
    for paywall in paywalls where subject.isSound(paywall.id.rawValue, of: "paywalls") {
      guard let exitOffer = paywall.flow.exitOffer else { continue }
      let path = ["paywalls", paywall.id.rawValue, "exitOffer"]
      if !paywall.isDismissible {
        subject.mistake(
          path, "the exit offer never shows: the paywall cannot be closed",
          expected: "`exitOffer` without `dismissible: false`")
      } else if paywalls.contains(where: { $0.id == exitOffer && !$0.isDismissible }) {
        subject.mistake(
          path, "customers who close `\(paywall.id)` cannot close its exit offer `\(exitOffer)`",
          expected: "an exit offer without `dismissible: false`")
      }
    }
  }
}
