#if canImport(SwiftUI)
  import SwiftUI
  import TollgateClient

  /// How long the selected plan is still sold as it is shown.
  ///
  /// VoiceOver reads it in words and does not announce each second. Where motion is reduced, it changes as rarely as
  /// those words do.
  struct CountdownLine<Model: PlansModel>: View {
    /// The page's state and actions.
    let model: Model

    /// How many times the line has changed.
    @State private var changes = 0
    @Environment(\.accessibilityReduceMotion) private var reduceMotion

    var body: some View {
      if let countdown = model.page?.extras.countdown {
        Text(verbatim: reduceMotion ? countdown.calmLine : countdown.line)
          .font(.subheadline)
          .monospacedDigit()
          .accessibilityLabel(countdown.calmLine)
          .task(id: changes) {
            let lasts = reduceMotion ? countdown.calmLasts : countdown.lasts
            do { try await Task.sleep(for: lasts) } catch { return }
            changes += 1
            // The view may be gone by then, and with it this task.
            if model.page?.extras.countdown == nil { Task { await model.countdownEnded() } }
          }
      }
    }
  }
#endif
