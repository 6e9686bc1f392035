import AppStore
import BlueprintFile
import Foundation
import Testing

@Suite("Whatever is read from outside")
struct FeedTests {
  @Test("is read or refused, 12,000 seeded mutations of what is right", arguments: 1...4)
  func mutations(_ seed: UInt64) async throws {
    let store = try FuzzedStore()
    let inputs = Seeds.inputs(of: store)
    var mutations = Mutations(seed: seed)
    for number in 0..<3000 {
      let input = mutations.next(from: inputs)
      let trouble = await Feed.read(input, in: store)
      #expect(trouble == nil, "mutation \(number) of seed \(seed): \(input)")
    }
  }

  @Test("is right in every seed that the mutations begin with")
  func seeds() async throws {
    let store = try FuzzedStore()
    let inputs = Seeds.inputs(of: store)
    #expect(Set(inputs.compactMap { Feed(rawValue: $0[0]) }) == Set(Feed.allCases))
    for input in inputs { #expect(await Feed.read(input, in: store) == nil) }
    #expect(await Feed.read([], in: store) == nil)
    for yaml in [Seeds.blueprint, Seeds.blueprintWithFile] {
      _ = try BlueprintFile.parse(yaml, name: "seed.yml") { _ in Data(Seeds.configuration.utf8) }
    }
    #expect(try StoreKitConfiguration(json: Data(Seeds.configuration.utf8)).warnings.isEmpty)
  }
}
