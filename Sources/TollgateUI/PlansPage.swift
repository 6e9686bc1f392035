#if canImport(SwiftUI)
  import SwiftUI
  import TollgateClient

  /// A page with benefits and plans, or whatever its state shows over it or in its place.
  struct PlansPage<Model: PlansModel>: View {
    let model: Model

    var body: some View {
      Group {
        switch model.state {
        case .closed: EmptyView()
        case .loading(let line): ProgressView { Text(verbatim: line) }
        case .welcome(let welcome):
          WelcomeView(welcome: welcome) { await model.welcomeShown() }
        case .owned(let line): StandIn(icon: "check", line: line)
        case .selling, .empty, .offline, .purchasing, .pending, .failed: page
        }
      }
      .frame(maxWidth: .infinity, maxHeight: .infinity)
      .background { Backdrop() }
      .readingDirection(of: model.client)
    }

    @ViewBuilder private var page: some View {
      if let page = model.page {
        PlansLayout {
          Pitch(page: page)
        } foot: {
          PlansFoot(model: model, page: page)
        }
        .disabled(progress != nil)
        .announcing(progress ?? model.restoreLine)
        .overlay {
          if let progress { ProgressCard(line: progress) }
        }
        .alert(message?.title ?? "", isPresented: isSaying, presenting: message) { message in
          if let label = message.tryAgainLabel {
            Button(label) { Task { await model.tryAgain() } }
          }
          Button(message.closeLabel, role: .cancel) { Task { await model.messageRead() } }
        } message: { message in
          Text(verbatim: message.line)
        }
      } else if let note {
        StandIn(icon: "cloud", line: note.line, button: note.tryAgainLabel) {
          await model.tryAgain()
        }
      }
    }

    private var progress: String? {
      if case .purchasing(let line) = model.state { line } else { nil }
    }

    /// The alert's message; messages in the page's foot are not included.
    private var message: PaywallState.Message? {
      switch model.state {
      case .pending(let message), .failed(let message): message
      case .closed, .loading, .selling, .empty, .offline, .purchasing, .welcome, .owned: nil
      }
    }

    private var note: PaywallState.Message? {
      switch model.state {
      case .empty(let message), .offline(let message): message
      case .closed, .loading, .selling, .purchasing, .pending, .failed, .welcome, .owned: nil
      }
    }

    /// The alert's buttons dismiss it, and the state follows.
    private var isSaying: Binding<Bool> {
      Binding(get: { message != nil }, set: { _ in })
    }
  }

  /// The reasons above, the plans below; at the largest text sizes everything scrolls together.
  private struct PlansLayout<Head: View, Foot: View>: View {
    @ViewBuilder let head: Head
    @ViewBuilder let foot: Foot

    @Environment(\.dynamicTypeSize) private var textSize

    var body: some View {
      if textSize.isAccessibilitySize {
        ScrollView {
          VStack(spacing: 24) {
            head
            foot
          }
        }
      } else {
        ScrollView { head }
          .safeAreaInset(edge: .bottom) { foot.surface(cornerRadius: 28).padding(8) }
      }
    }
  }
#endif
