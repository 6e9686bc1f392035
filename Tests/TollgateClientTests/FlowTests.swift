import TestSupport
import Testing
import Tollgate
import TollgateClient

@MainActor
@Suite("StrikeLab's seven flows", .serialized)
struct FlowTests {
  /// Runs one flow in a new world.
  private func walk(
    _ flow: Flow, _ title: String, usesStoreKit: Bool = false, writesImmediately: Bool = true,
    killAt: Int? = nil, failing: (Int, PhoneNetwork.Fault)? = nil
  ) async throws -> (requests: Int, steps: Int, injected: Int, wasKilled: Bool) {
    var result = (requests: 0, steps: 0, injected: 0, wasKilled: false)
    try await World.of("strikelab") { world in
      try await flow.prepare(world)
      let phone = Phone(
        world, killAt: killAt, usesStoreKit: usesStoreKit,
        writesImmediately: writesImmediately, sleep: Waiting.short(world))
      if let (number, fault) = failing { phone.network.fail(request: number, fault) }
      let first = phone.life
      try await flow.run(Script(world, phone, title))
      result = (phone.network.count, first.steps, phone.network.injected, !first.isAlive)
    }
    return result
  }

  @Test(
    "SL-11 each flow runs end to end, in plain values and through StoreKit", arguments: Flow.all,
    [false, true])
  func endToEnd(flow: Flow, usesStoreKit: Bool) async throws {
    let walked = try await walk(flow, flow.name, usesStoreKit: usesStoreKit)
    #expect(walked.requests > 2)
  }

  @Test(
    "every request of each flow fails in turn in every way, and the flow still ends correctly",
    .exhaustive)
  func faults() async throws {
    let faults: [PhoneNetwork.Fault] = [
      .timeOut, .status(500), .status(429), .loseRequest, .loseAnswer, .breakAnswer, .forgeAnswer,
    ]
    var injected = 0
    for flow in Flow.exposed {
      let requests = try await walk(flow, flow.name).requests
      for number in 1...requests {
        for fault in faults {
          let title = "\(flow.name), request \(number), \(fault)"
          injected += try await walk(flow, title, failing: (number, fault)).injected
        }
      }
    }
    print("\(injected) faults injected into the requests of \(Flow.exposed.count) flows")
    #expect(injected > 300)
  }

  @Test(
    "the app is killed between every two steps of each flow, and the flow still ends correctly",
    .exhaustive)
  func kills() async throws {
    var kills = 0
    for flow in Flow.exposed {
      let steps = try await walk(flow, flow.name).steps
      for step in 1...steps {
        let walked = try await walk(flow, "\(flow.name), killed before step \(step)", killAt: step)
        if walked.wasKilled { kills += 1 }
      }
    }
    print("the app was killed \(kills) times in \(Flow.exposed.count) flows")
    #expect(kills > 200)
  }

  @Test(
    "each flow ends correctly when the app is killed before any change that is made in the background",
    .exhaustive
  )
  func killsInTheBackground() async throws {
    for flow in [Flow.newUserBuys, .anonymousPurchase, .signOut] {
      let steps = try await walk(flow, flow.name, writesImmediately: false).steps
      for step in 1...steps {
        let title = "\(flow.name) in the background, killed before step \(step)"
        _ = try await walk(flow, title, writesImmediately: false, killAt: step)
      }
    }
  }

  @Test(
    "through StoreKit too the app is killed between every two steps, and each request fails in turn",
    .exhaustive,
    arguments: [Flow.newUserBuys, .anonymousPurchase, .slowSandbox, .newInstallation])
  func storeKit(flow: Flow) async throws {
    let whole = try await walk(flow, flow.name, usesStoreKit: true)
    for step in 1...whole.steps {
      let title = "\(flow.name) through StoreKit, killed before step \(step)"
      _ = try await walk(flow, title, usesStoreKit: true, killAt: step)
    }
    for number in 1...whole.requests {
      let title = "\(flow.name) through StoreKit, lost answer \(number)"
      _ = try await walk(flow, title, usesStoreKit: true, failing: (number, .loseAnswer))
    }
  }
}
