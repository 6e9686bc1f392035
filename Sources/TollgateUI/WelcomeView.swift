#if canImport(SwiftUI)
  import SwiftUI
  import TollgateClient

  /// The welcome after a purchase, which closes automatically.
  struct WelcomeView: View {
    let welcome: PaywallState.Welcome
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
        .controlSize(.large)
      }
      .multilineTextAlignment(.center)
      .padding(28)
      .frame(maxWidth: 380, maxHeight: .infinity)
      .overlay { Confetti() }
      .announcing(welcome.title)
      .task {
        do { try await Task.sleep(for: welcome.closesAfter) } catch { return }
        await close()
      }
    }
  }
#endif
