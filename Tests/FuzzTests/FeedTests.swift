import Foundation
import TestSupport
import Testing
import TollgateAppStore
import TollgateBlueprints

@Suite("Whatever is read from outside")
struct FeedTests {
  static let seedCount: UInt64 = 4

  /// How many mutations are read; `make fuzz` asks for a million.
  private static let runs =
    ProcessInfo.processInfo.environment["FUZZ_RUNS"].flatMap { Int($0) }
    ?? (isExhaustive ? 12_000 : 4000)

  @Test(
    "whatever is read from outside is either read or refused, for any seeded mutation of valid input",
    arguments: 1...FeedTests.seedCount)
  func mutations(_ seed: UInt64) async throws {
    let store = try await FuzzedStore()
    let inputs = Seeds.inputs(of: store)
    var mutations = Mutations(seed: seed)
    for number in 1...max(1, Self.runs / Int(Self.seedCount)) {
      let input = mutations.next(from: inputs)
      let trouble = await Feed.read(input, in: store)
      #expect(trouble == nil, "mutation \(number) of seed \(seed): \(input)")
      if number.isMultiple(of: 50_000) { print("seed \(seed): \(number) mutations read") }
    }
  }

  @Test("whatever is read from outside is right in every seed that the mutations begin with")
  func seeds() async throws {
    let store = try await FuzzedStore()
    let inputs = Seeds.inputs(of: store)
    #expect(Set(inputs.compactMap { Feed(rawValue: $0[0]) }) == Set(Feed.allCases))
    for input in inputs { #expect(await Feed.read(input, in: store) == nil) }
    #expect(await Feed.read([], in: store) == nil)
    for yaml in [Seeds.blueprint, Seeds.blueprintWithFile] {
      _ = try BlueprintFile.parse(yaml, name: "seed.yml") { _ in Data(Seeds.configuration.utf8) }
    }
    #expect(try StoreKitConfiguration(json: Data(Seeds.configuration.utf8)).warnings.isEmpty)
  }

  @Test("would be detected if a forged text were accepted")
  func forgery() async throws {
    var store = try await FuzzedStore()
    let genuine = try #require(store.genuine.first)
    #expect(await store.acceptsForgery(genuine) == nil)
    #expect(await store.acceptsForgery(genuine + " ") == nil)
    store.genuine = []
    #expect(await store.acceptsForgery(genuine) == "a forged text was accepted")
  }
}
