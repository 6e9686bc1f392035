import AppStoreSimulator
import Foundation
import OpenStoreKit
import Tollgate
import TollgateAppStore
import TollgateClient
import TollgateSimulation

extension World {
  /// Performs the visitor's action; every action ends in a page that can be shown.
  func perform(_ action: VisitorAction) async {
    await recordLife(of: action) {
      history.begin(action, at: clock.now)
      await phone.storeKit.run {
        await act(action)
        await phone.client?.reported()
      }
      history.end(at: clock.now)
    }
  }

  /// Performs actions again, each with its heading in the ledger, and looks after each at what the server knows.
  ///
  /// - Parameter end: The instant to stop at; time that passes beyond it passes until then.
  func perform(
    again entries: some Sequence<ActionHistory.Entry>, until end: Instant = .distantFuture
  ) async {
    await readServer()
    for entry in entries where clock.now < end || entry.until <= end {
      let action = entry.until > end ? .travel(end) : entry.action
      log.begin(action.title)
      await perform(action)
      await readServer()
    }
    // What the phone said of the last action was read before.
    phone.session.toast = nil
  }

  private func act(_ action: VisitorAction) async {
    phone.session.toast = nil
    if phone.isRunning { phone.nudge = nil }
    switch action {
    case .advance(.hour): await advance(to: clock.now.adding(Period(1, .hour)))
    case .advance(.day): await advance(to: clock.now.adding(Period(1, .day)))
    case .advance(.week): await advance(to: clock.now.adding(Period(1, .week)))
    case .advance(.trialEnd): if let end = trialEnd { await advance(to: end) }
    case .advance(.renewal): if let end = renewal { await advance(to: end) }
    case .advance(.nextChange): if let next = nextInstant { await advance(to: next) }
    case .travel(let instant):
      if instant <= clock.now.adding(Self.farthest) { await advance(to: instant) }
    case .store(.approve): await answerParent(true)
    case .store(.decline): await answerParent(false)
    case .store(let action):
      if [.failBilling, .fixBilling].contains(action) { phone.session.isManaging = false }
      simulator.perform(action, for: phone.account)
      await settle()
    case .kill: kill()
    case .relaunch: if phone.client == nil { await launch() }
    case .reinstall: await reinstall()
    case .secondAccount: await changePerson { phone.changePerson() }
    case .clockBack(let isBack): phone.settings.isClockBack = isBack
    case .offline(let isOffline): await setOffline(isOffline)
    case .look(let look): phone.settings.look = look
    case .textSize(let size): phone.settings.textSize = size
    case .world(let change): await perform(change)
    case .reset, .follow, .leaveJourney, .takeOver, .showFacts, .showOlderFacts, .travelBack: break
    default:
      guard let client = phone.client else { return }
      await perform(action, with: client)
    }
  }

  /// How far ahead the timeline may travel at once.
  private static let farthest = Period(2, .year)

  private func setOffline(_ isOffline: Bool) async {
    phone.setOffline(isOffline)
    guard !isOffline else { return }
    await phone.client?.deliverPending()
    await settle()
  }

  private func reinstall() async {
    kill()
    phone.deleteApp()
    await launch()
  }
}
