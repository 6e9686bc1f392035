#if canImport(SwiftUI)
  import SwiftUI
  import Tollgate
  import TollgateClient

  /// The modifier that reloads a page when the countdown of one of its plans ends, whether that plan is selected or not.
  ///
  /// It is the page that waits: the line with the countdown is on screen only while its plan is selected.
  struct PlanEnds<Model: PlansModel>: ViewModifier {
    /// What is waited for; the wait starts over when it changes.
    private struct Wait: Hashable {
      /// When the first countdown ends; nil if no plan has one.
      let end: Instant?
      /// Whether the app is active: the end may have passed while it was not.
      let phase: ScenePhase
    }

    /// The page's state and actions.
    let model: Model

    @Environment(\.scenePhase) private var scenePhase

    func body(content: Content) -> some View {
      content.task(id: Wait(end: model.page?.extras.nextEnd, phase: scenePhase)) {
        while let end = model.page?.extras.nextEnd, let now = model.client.now {
          guard now < end else {
            // The reload changes what is waited for, which cancels this task.
            Task { await model.countdownEnded() }
            return
          }
          do { try await Task.sleep(for: now.duration(to: end)) } catch { return }
        }
      }
    }
  }
#endif
