import Tollgate
public import TollgateWords

/// The pages before the offer.
extension PaywallModel {
  /// The page before the offer that is on screen; nil on the offer, which ``page`` describes.
  public var step: PaywallStep? {
    guard let shown = client.presentation, shown.stage == .offering,
      shown.pages.indices.contains(shown.position)
    else { return nil }
    return shown.pages[shown.position]
  }

  /// Which page is on screen; nil on a paywall that shows its offer at once, and after a purchase.
  public var progress: PaywallProgress? {
    guard let shown = client.presentation, shown.stage != .welcome, !shown.pages.isEmpty else {
      return nil
    }
    return client.presenter(of: shown.content)?.progress(at: shown.position, of: shown.pages.count)
  }

  /// Continues to the next page, or to the offer; a page with a question is left with ``answer(_:)``.
  public func proceed() {
    guard let step, step.answers.isEmpty, let progress else { return }
    turn(to: progress.position + 1)
  }

  /// Goes back to the previous page.
  public func goBack() {
    if let progress { turn(to: progress.position - 1) }
  }

  /// Answers the question on screen, and continues.
  ///
  /// The answer sets the question's attribute as ``TollgateClient/setAttribute(_:to:)`` does: it holds on the device at
  /// once and is sent when there is a network. The packages of the paywall may depend on it.
  ///
  /// - Parameter position: The position of the answer, from 0; any other has no effect.
  public func answer(_ position: Int) async {
    guard let step, let progress, step.answers.indices.contains(position) else { return }
    turn(to: progress.position + 1)
    await record(step.answers[position])
  }

  /// Sets the attribute of an answer, and loads again what the paywall offers, which may depend on it.
  ///
  /// An answer that the blueprint no longer allows has no effect.
  private func record(_ answer: PaywallStep.Answer) async {
    do { try await client.keep(answer.attribute, to: answer.value) } catch { return }
    await client.reloadPaywall()
    await client.flush()
    await client.reconcileNudges()
  }

  /// Turns to a page; the position after the last page is the offer.
  func turn(to position: Int) { client.update(\.paywalls) { $0.turned(to: position) } }
}
