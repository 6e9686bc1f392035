// refused: risks causing data races
import SwiftUI

final class Counter {
  var count = 0
}

struct DataRace: View {
  let counter = Counter()

  var body: some View {
    Button("Count") {
      let counter = counter
      Task.detached { counter.count += 1 }
    }
  }
}
