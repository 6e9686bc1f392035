import Testing
import TollgateTime

@Suite("Instants and durations")
struct InstantTests {
  static let instants = [.min, .min + 1, -86_400_000, -1, 0, 1, 1_772_355_600_000, .max - 1, .max]
    .map { Instant(milliseconds: $0) }

  @Test("an instant advanced by the duration to another is the other", arguments: instants)
  func laws(first: Instant) {
    #expect(first.duration(to: first) == .zero)
    #expect(first.advanced(by: .zero) == first)
    for second in Self.instants {
      let duration = first.duration(to: second)
      #expect(first.advanced(by: duration) == second)
      #expect(second.duration(to: first) == .zero - duration)
      #expect((first < second) == (duration > .zero))
      for third in Self.instants {
        #expect(duration + second.duration(to: third) == first.duration(to: third))
      }
    }
  }

  @Test(
    "durations keep whole milliseconds",
    arguments: [
      (.seconds(3), 3000), (.milliseconds(-250), -250), (.microseconds(1999), 1),
      (.microseconds(-1999), -1), (.nanoseconds(999_999), 0), (.seconds(86_400), 86_400_000),
    ] as [(Duration, Int64)])
  func whole(duration: Duration, milliseconds: Int64) {
    #expect(duration.milliseconds == milliseconds)
    for start in [-5, 0, 5] as [Int64] {
      let instant = Instant(milliseconds: start)
      #expect(instant.advanced(by: duration).milliseconds == start + milliseconds)
    }
  }

  @Test("sums beyond the representable range are clamped")
  func clamped() {
    let (first, last) = (Instant.distantPast, Instant.distantFuture)
    #expect(last.advanced(by: .milliseconds(1)) == last)
    #expect(first.advanced(by: .milliseconds(-1)) == first)
    #expect(first.advanced(by: .seconds(Int64.max)) == last)
    #expect(last.advanced(by: .seconds(Int64.min)) == first)
    #expect(first.duration(to: last).milliseconds == .max)
    #expect(last.adding(milliseconds: 1) == last)
    #expect(first.since(last) == .min)
  }

  @Test("integers and durations agree", arguments: instants)
  func agreement(instant: Instant) {
    for milliseconds in [-86_400_000, -1, 0, 1, 1999, 86_400_000] as [Int64] {
      let sum = instant.adding(milliseconds: milliseconds)
      #expect(instant.advanced(by: .milliseconds(milliseconds)) == sum)
    }
    for other in Self.instants {
      #expect(other.duration(to: instant).milliseconds == instant.since(other))
    }
  }
}
