import TestSupport
import Testing

@testable import TollgateServer

@Suite("The least recently used cache")
struct LRUCacheTests {
  @Test("the least recently used entry is evicted")
  func eviction() {
    var cache = LRUCache<Int, String>(limit: 2)
    cache[1] = "one"
    cache[2] = "two"
    #expect(cache[1] == "one")
    cache[3] = "three"
    #expect(cache[2] == nil)
    #expect(cache[1] == "one")
    #expect(cache[3] == "three")
  }

  @Test(
    "the least recently used cache agrees with a naive implementation, over 20,000 seeded steps",
    arguments: 1...5)
  func model(limit: Int) {
    var random = Seeded(state: UInt64(limit))
    var cache = LRUCache<Int, Int>(limit: limit)
    var model: [(key: Int, value: Int)] = []
    for step in 0..<20_000 {
      let key = Int(random.next() % 8)
      let known = model.firstIndex { $0.key == key }
      switch random.next() % 3 {
      case 0:
        #expect(cache[key] == known.map { model[$0].value })
        if let known { model.append(model.remove(at: known)) }
      case 1:
        let former = cache.updateValue(step, forKey: key)
        #expect(former == known.map { model[$0].value })
        if let known { model.remove(at: known) }
        model.append((key, step))
        if model.count > limit { model.removeFirst() }
      default:
        let former = cache.updateValue(nil, forKey: key)
        #expect(former == known.map { model[$0].value })
        if let known { model.remove(at: known) }
      }
      guard cache.count == model.count else {
        Issue.record("step \(step): \(cache.count) entries for \(model.count)")
        return
      }
    }
  }
}
