#if canImport(SwiftUI)
  import SwiftUI
  import TollgateClient

  /// The welcome after a purchase, which closes automatically.
  ///
  /// VoiceOver announces its title; the button lets customers close it sooner.
  struct WelcomeView: View {
    /// The texts, and how long the welcome stays.
    let welcome: PaywallState.Welcome
    /// The action that ends the welcome; it may run twice, by the button and by time, and the second has no effect.
    let close: @MainActor () async -> Void

    var body: some View {
      VStack(spacing: 14) {
        Hero(icon: "crown")
        Title(text: welcome.title, style: .largeTitle)
        Text(verbatim: welcome.line).foregroundStyle(.secondary)
        Button {
          Task { await close() }
        } label: {
          Text(verbatim: welcome.closeLabel).frame(maxWidth: .infinity)
        }
        .mainButton()
        .largeControl()
      }
      .multilineTextAlignment(.center)
      .padding(28)
      .frame(maxWidth: 380)
      .scrollingIfTall()
      .overlay { Confetti() }
      .announcing(welcome.title)
      .task {
        do { try await Task.sleep(for: welcome.closesAfter) } catch { return }
        await close()
      }
    }
  }
#endif
