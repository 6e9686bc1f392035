/// Names that a phone makes up: the same ones each time a world begins.
struct NameSource {
  private var launches = 0

  mutating func source() -> @Sendable () -> String {
    launches += 1
    let counter = Counter()
    let launch = launches
    return {
      let number = String(counter.next(), radix: 16)
      let padding = String(repeating: "0", count: max(0, 12 - number.count))
      let first = String(launch, radix: 16)
      return
        "\(String(repeating: "0", count: max(0, 8 - first.count)))\(first)-0000-4000-8000-\(padding)\(number)"
    }
  }
}
