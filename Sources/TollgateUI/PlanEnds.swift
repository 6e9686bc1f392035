#if canImport(SwiftUI)
  import Accessibility
  import SwiftUI
  import Tollgate
  import TollgateClient

  /// The modifier that reloads a page when the countdown of one of its plans ends, whether that plan is selected or not.
  ///
  /// It is the page that waits: the line with the countdown is on screen only while its plan is selected. VoiceOver
  /// announces the plan that is selected in place of one that has ended.
  struct PlanEnds<Model: PlansModel>: ViewModifier {
    /// What is waited for; the wait starts over when it changes.
    private struct Wait: Hashable {
      /// When the first countdown ends; nil if no plan has one.
      let end: Instant?
      /// Whether the app is active: the end may have passed while it was not.
      let phase: ScenePhase
    }

    /// How long a selection must last to be announced: the reload that follows an end may change it once more.
    private static var pause: Duration { .milliseconds(500) }

    /// The page's state and actions.
    let model: Model

    /// The plan that was selected when it ended; nil once its replacement is announced.
    @State private var ended: PaywallPage.Offer?
    @Environment(\.scenePhase) private var scenePhase

    func body(content: Content) -> some View {
      content
        .task(id: Wait(end: model.page?.extras.nextEnd, phase: scenePhase)) { await reload() }
        .onChange(of: selected) { earlier, selected in
          let line = selected?.announcement(replacing: earlier, for: model.client)
          if line != nil { ended = earlier }
        }
        .task(id: selected) { await announce() }
    }

    private var selected: PaywallPage.Offer? { model.page?.offers.first(where: \.isSelected) }

    /// Waits for the first end, then reloads the page.
    private func reload() async {
      while let end = model.page?.extras.nextEnd, let now = model.client.now {
        guard now < end else {
          // The reload changes what is waited for, which cancels this task.
          Task { await model.countdownEnded() }
          return
        }
        do { try await Task.sleep(for: now.duration(to: end)) } catch { return }
      }
    }

    /// Has VoiceOver say which plan is selected now that the selected one has ended.
    private func announce() async {
      do { try await Task.sleep(for: Self.pause) } catch { return }
      guard let line = selected?.announcement(replacing: ended, for: model.client) else { return }
      ended = nil
      AccessibilityNotification.Announcement(line).post()
    }
  }
#endif
