#if canImport(SwiftUI)
  import SwiftUI
  import TollgateClient

  /// The line that says how much longer the selected plan is offered.
  ///
  /// VoiceOver reads it in words and does not announce each second. Where motion is reduced, it changes as rarely as
  /// those words do.
  struct CountdownLine<Model: PlansModel>: View {
    /// What the next change waits for; the wait starts over when it changes.
    private struct Wait: Hashable {
      /// How many times the line has changed.
      let changes: Int
      /// Whether motion is reduced.
      let isCalm: Bool
      /// Whether the app is active: the line may be out of date when it becomes so.
      let phase: ScenePhase
    }

    /// The page's state and actions.
    let model: Model

    /// How many times the line has changed.
    @State private var changes = 0
    @Environment(\.accessibilityReduceMotion) private var reduceMotion
    @Environment(\.scenePhase) private var scenePhase

    var body: some View {
      if let countdown = model.page?.extras.countdown {
        Text(verbatim: reduceMotion ? countdown.calmLine : countdown.line)
          .monospacedDigit()
          .lettered(.subheadline)
          .accessibilityLabel(countdown.calmLine)
          .task(id: Wait(changes: changes, isCalm: reduceMotion, phase: scenePhase)) {
            let lasts = reduceMotion ? countdown.calmLasts : countdown.lasts
            do { try await Task.sleep(for: lasts) } catch { return }
            changes += 1
          }
      }
    }
  }
#endif
