import AppStoreSimulator
import Foundation
import OpenStoreKit
import Tollgate
import TollgateAppStore
import TollgateClient
import TollgateSimulation

extension World {
  /// Does what the visitor asks for; every action ends in a page that can be shown.
  func perform(_ action: VisitorAction) async { await session.run { await act(action) } }

  private func act(_ action: VisitorAction) async {
    phone.toast = nil
    if phone.isRunning { phone.notification = nil }
    switch action {
    case .advance(.hour): await advance(to: clock.now.adding(Period(1, .hour)))
    case .advance(.day): await advance(to: clock.now.adding(Period(1, .day)))
    case .advance(.nextChange): if let next = nextInstant { await advance(to: next) }
    case .renewNow:
      simulator.renewNow(account)
      await settle()
    case .refund:
      for condition in simulator.conditions(of: account) {
        simulator.refund(condition.transaction.payload.transactionId)
      }
      await settle()
    case .cancelSubscription:
      simulator.cancel(account)
      await settle()
    case .resume:
      simulator.resume(account)
      await settle()
    case .failBilling(let fails):
      simulator.setBillingFailing(fails, for: account)
      await settle()
    case .parent(let approves): await answerParent(approves)
    case .kill: kill()
    case .relaunch: if client == nil { await launch() }
    case .reinstall: await reinstall()
    case .secondAccount: await changePerson()
    case .clockBack(let isBack): phone.isClockBack = isBack
    case .offline(let isOffline): await setOffline(isOffline)
    case .look(let look): phone.look = look
    case .textSize(let size): phone.textSize = size
    case .reset: break
    case .use, .release, .reach, .navigate, .read, .task, .showPaywall, .closePaywall, .closeSheet,
      .tryAgain, .upgrade, .restore, .manageSubscription, .actOnPrompt, .dismissPrompt, .select,
      .buy, .answerSheet,
      .finishOnboarding, .signOut, .signIn, .signUp:
      guard let client else { return }
      await perform(action, with: client)
    }
  }

  private func setOffline(_ isOffline: Bool) async {
    transport.isOffline = isOffline
    let failure = isOffline ? StoreKitError.networkError(URLError(.notConnectedToInternet)) : nil
    for operation in StoreSession.Operation.allCases { session.setFailure(failure, of: operation) }
    guard !isOffline else { return }
    await client?.deliverPending()
    await settle()
  }

  private func reinstall() async {
    kill()
    storage.reinstall()
    nudges.forget()
    phone.reinstall()
    await launch()
  }

  /// Another person takes the phone: their own store account, nobody signed in.
  private func changePerson() async {
    confirmation.dismiss()
    if client == nil { await launch() }
    await client?.signOut()
    person += 1
    session.signIn(Self.person(person))
    await launch()
  }
}
