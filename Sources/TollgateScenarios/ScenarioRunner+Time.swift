import AppStoreSimulator
import Tollgate
import TollgateAppStore
import TollgateBlueprints
import TollgateServer
import TollgateSimulation
import TollgateWire

extension ScenarioRunner {
  /// The maximum number of events in one step: a century of daily ones takes fewer.
  private static let stopLimit = 100_000

  /// Moves the clock to a step's moment.
  func move(_ step: Step) async {
    switch step.moment {
    case .now: break
    case .at(let instant):
      guard instant >= clock.now else {
        return fail(step, "it is \(clock.now) already", expected: "an instant after that")
      }
      await advance(to: instant, step)
    case .after(let period): await advance(to: clock.now.adding(period), step)
    case .nextChange:
      do throws(Problem) {
        guard let next = try await membership(step.device).nextChange else {
          return fail(step, "nothing changes by itself from here on")
        }
        await advance(to: next.advanced(by: lag(of: step.device)), step)
      } catch {
        fail(step, "the next change cannot be read: \(error.code.rawValue)")
      }
    }
  }

  /// Moves the clock; renewals, nudges and other changes on the way happen in order, each at its instant.
  private func advance(to target: Instant, _ step: Step) async {
    var stops = 0
    while let next = await nextEvent(), next <= target {
      stops += 1
      guard stops <= Self.stopLimit else {
        return fail(step, "more than \(Self.stopLimit) events happen until \(target)")
      }
      pass(to: next)
      await deliverNotifications()
      await deliverNudges()
      await settle()
    }
    pass(to: target)
    await settle()
  }

  private func pass(to instant: Instant) { clock.advance(to: instant, with: store) }

  private func nextEvent() async -> Instant? {
    let nudges = devices.flatMap { name, device in
      device.scheduled.map { $0.at.advanced(by: lag(of: name)) }
    }
    let changes = (devices.values.map(\.nextChange) + [await nudgeJob.nextDue(in: app)])
      .compactMap(\.self).filter { $0 > clock.now }
    return (nudges + changes + [store.nextEvent].compactMap(\.self)).min()
  }

  /// How far the clock of a device without a network is behind.
  func lag(of device: Device.ID) -> Duration {
    devices[device]?.memory?.lag(at: clock.now) ?? .zero
  }

  /// Sends the nudges that the app's backend delivers and that are due.
  func sendNudges() async {
    for (customer, nudge) in await nudgeJob.runOnce().sent {
      event("the server", "sends the nudge “\(line(of: nudge))” to the app's backend")
      for name in devices.keys where devices[name]?.token != nil {
        do throws(Problem) {
          guard try await caller(name).customer == customer else { continue }
          devices[name]?.sent.append(nudge.nudge)
        } catch {
          event(name.rawValue, "has no session: \(error.code.rawValue)")
        }
      }
    }
  }

  /// What a nudge says that the app's backend delivers: it names the app at most.
  private func line(of nudge: PlannedNudge) -> String {
    let blueprint = scenario.blueprint.blueprint
    return blueprint.text(nudge.text).map {
      $0.line(
        in: language, fallback: language, number: { _ in nil },
        string: { $0 == .appName ? blueprint.app.name : nil })
    } ?? nudge.nudge.rawValue
  }

  private func deliverNudges() async {
    for name in devices.keys.sorted() {
      let lag = lag(of: name)
      let due = devices[name]?.scheduled.filter { $0.at.advanced(by: lag) <= clock.now } ?? []
      for nudge in due {
        devices[name]?.scheduled.removeAll { $0 == nudge }
        devices[name]?.delivered.append(nudge.nudge)
        let line = devices[name]?.nudgeLines[nudge] ?? nudge.nudge.rawValue
        event(name.rawValue, "shows the nudge “\(line)”")
        guard devices[name]?.memory == nil else {
          devices[name]?.memory?.keep(nudge, at: clock.now)
          continue
        }
        do throws(Problem) {
          _ = try await service.reports.recordNudge(
            nudge.nudge, occurrence: nudge.occurrence, on: name, by: caller(name))
        } catch {
          event(name.rawValue, "cannot report it: \(error.code.rawValue)")
        }
      }
    }
  }

  /// Delivers the store's new notifications, or holds them back.
  func deliverNotifications() async {
    let news = store.notifications(after: seen)
    seen = news.last?.sequence ?? seen
    guard delivery != .held else {
      held += news
      return
    }
    for notification in news { await deliver(notification) }
  }

  func setDelivery(_ wanted: Delivery) async {
    let waiting = held
    switch wanted {
    case .held:
      delivery = .held
      return
    case .delivered: for notification in waiting { await deliver(notification) }
    case .twice: for notification in waiting + waiting { await deliver(notification) }
    case .reversed: for notification in waiting.reversed() { await deliver(notification) }
    }
    held = []
    delivery = .delivered
  }

  private func deliver(_ notification: SignedNotification) async {
    let payload = notification.payload
    let name =
      payload.notificationType.rawValue + (payload.subtype.map { " \($0.rawValue)" } ?? "")
    do throws(Problem) {
      let response = try await service.notifications.receive(
        NotificationRequest(signedPayload: notification.jws), in: try service.app(app))
      let again = response.outcome == .duplicate ? ", again" : ""
      event("the store", "notifies the server: \(name)\(again)")
    } catch {
      event("the store", "notifies the server: \(name), and is refused: \(error.code.rawValue)")
    }
  }
}
