import Testing
import Tollgate

@Suite("Sizes, decided twice")
struct SizeTests {
  @Test("RA-6 the engine decides sizes as the reference decider does, until their next change")
  func agrees() throws {
    for offset in 0..<UInt64(max(1, Exploration.runs)) {
      let seed = Exploration.firstSeed &+ offset
      var random = Seeded(seed)
      let blueprint = try Self.blueprint(&random)
      let store = try #require(blueprint.handle(of: "store"))
      var facts: [Fact] = []
      var now = GeneratedHistory.start
      for step in 0..<40 {
        now = now.adding(
          milliseconds: random.pick(
            0, random.time(upTo: .hour), random.time(upTo: 2 * .day), random.time(upTo: 20 * .day)))
        let customer = Customer(facts)
        let key = Idempotency.Key("\(step)")
        let item = Item.ID("\(random.number(1...4))")
        let size = random.number(1...40)
        let parent: Parent.ID? = random.pick(nil, "p", "q")
        let before = ReferenceDecider(blueprint.definition, facts: facts)
        switch random.number(0...9) {
        case 0:
          facts += customer.releasing(item, of: "store", preferring: "me", at: now)
        case 1:
          do throws(Denial) {
            facts += try blueprint.reserve(
              store, by: customer, id: "me", key: key, item: item, cost: size, parent: parent,
              at: now
            ).facts
          } catch {}
        default:
          var isAllowed = true
          do throws(Denial) {
            facts += try blueprint.use(
              store, by: customer, id: "me", key: key, item: item, cost: size, parent: parent,
              at: now
            ).facts
          } catch {
            isAllowed = false
            // A smaller use might still fit.
            let limit = try #require(error.limit, "seed \(seed), step \(step)")
            #expect(limit.asked ?? 1 > limit.remaining, "seed \(seed), step \(step)")
          }
          #expect(
            isAllowed == before.hasRoom(for: size, of: item, in: parent, "store", at: now),
            "seed \(seed), step \(step)")
        }
        let reference = ReferenceDecider(
          blueprint.definition, facts: facts.shuffled(using: &random))
        let membership = Membership(of: Customer(facts), in: blueprint, at: now)
        let expected = reference.answer(at: now)
        #expect(Answer(membership).features == expected.features, "seed \(seed), step \(step)")
        var inParent = reference
        inParent.parent = "p"
        #expect(
          Answer.Feature(blueprint.access(to: store, of: Customer(facts), in: "p", at: now))
            == inParent.answer(at: now).features["store"], "seed \(seed), step \(step)")
        guard let change = membership.nextChange else { continue }
        let last = reference.answer(at: change.adding(milliseconds: -1))
        #expect(last.features == expected.features, "seed \(seed), step \(step)")
        let next = Membership(of: Customer(facts), in: blueprint, at: change)
        // A larger use may fit then, although another limit decides about one of size 1.
        #expect(
          reference.answer(at: change).features != expected.features
            || next.limits(of: "store") != membership.limits(of: "store")
            // The answer for a parent changes, which the reference was not asked about.
            || (["p", "q"] as [Parent.ID]).contains {
              Membership(of: Customer(facts), in: blueprint, parent: $0, at: change)
                .limits(of: "store")
                != Membership(of: Customer(facts), in: blueprint, parent: $0, at: now)
                .limits(of: "store")
            },
          "seed \(seed), step \(step)")
      }
    }
  }

  /// A blueprint in which everybody has a limit of sizes, of uses or of items.
  private static func blueprint(_ random: inout Seeded) throws -> Blueprint {
    var definition = Blueprint.Definition(
      app: Blueprint.App(
        id: "app", name: "App", bundleID: "com.example.app",
        timeZone: random.pick("UTC", "Europe/Berlin")))
    definition.hasFreeTier = true
    let window = random.pick(Feature.Window.day, .week, .month, .year, .ever)
    let kind: Parent.Kind? = random.pick(nil, "project")
    let uses: Feature.Allowance = .upTo(
      random.number(20...90), per: window, sized: true, each: kind)
    let span = Period(random.pick(1, 5, 20, 60), .hour)
    let most = random.number(20...90)
    let rolling: Feature.Allowance = random.pick(
      .rolling(most, within: span, sized: true, each: kind),
      .fromFirstUse(most, within: span, sized: true, each: kind))
    let items: Feature.Allowance = random.pick(
      .holding(random.number(20...90), sized: true, each: kind),
      .holding(random.number(1...3), each: "project"))
    let few = random.number(2...5)
    let second: Feature.Allowance = random.pick(
      .upTo(few, per: .month), .upTo(few, per: .month, each: "project"),
      .rolling(few, within: span), .rolling(few, within: span, each: "project"),
      .fromFirstUse(few, within: span), .fromFirstUse(few, within: span, each: "project"))
    let all: Feature.Allowance = .holding(random.number(2...4))
    let single: Feature.Allowance = .upTo(random.number(5...40), per: .use, sized: true)
    let several: Feature.Allowance = .all(
      random.pick(
        [random.pick(uses, rolling), second], [uses, single], [single, rolling, second],
        [items, second], [second, items], [.holding(random.number(1...2), each: "project"), all]))
    definition.features = [
      Feature(
        id: "store",
        rules: [
          Feature.Rule(allowance: random.pick(items, uses, rolling, single, several, several))
        ])
    ]
    return try Blueprint(definition)
  }
}

extension ReferenceDecider {
  /// Whether a use fits into each limit of a feature that everybody has; an item that is held has taken its own place.
  fileprivate func hasRoom(
    for size: Int, of item: Item.ID, in parent: Parent.ID?, _ feature: Feature.ID, at now: Instant
  ) -> Bool {
    guard let rule = blueprint.features.first(where: { $0.id == feature })?.rules.first else {
      return false
    }
    return rule.allowance.parts.allSatisfy { part in
      let known = heldSizes(by: feature, at: now).first { $0.item == item }
      var alone = ReferenceDecider(blueprint.allowing(part), facts: facts)
      alone.parent = parent ?? ""
      var asked = 1
      switch part {
      case .limited(let quota):
        let isSized = quota.isSized
        switch quota.span {
        case .window, .rolling, .fromFirstUse:
          // An item that is held does not count as a use again.
          asked = known != nil ? 0 : isSized ? size : 1
        case .held:
          if let known {
            if parent == nil { alone.parent = known.parent ?? "" }
            let moves = quota.each != nil && alone.parent != known.parent
            asked = moves ? (isSized ? size : 1) : isSized ? size - known.amount : 0
          } else {
            asked = isSized ? size : 1
          }
        case .pool: return false
        }
      case .unlimited, .spend, .all, .first, .denied: return false
      }
      guard let limit = alone.answer(at: now).features[feature]?.limit else { return false }
      return asked <= 0 || asked <= limit.limit - limit.used
    }
  }
}

extension Blueprint.Definition {
  /// The same with one allowance for everybody.
  fileprivate func allowing(_ allowance: Feature.Allowance) -> Blueprint.Definition {
    var definition = self
    definition.features = features.map {
      Feature(id: $0.id, rules: [Feature.Rule(allowance: allowance)])
    }
    return definition
  }
}

extension Answer.Feature {
  fileprivate var limit: Limit? {
    switch self {
    case .allowed(let limit), .denied(_, let limit, _): limit
    case .unknown: nil
    }
  }
}
