#if canImport(SwiftUI)
  import SwiftUI
  import TollgateClient

  /// A page with benefits and plans, or whatever its state shows over it or in its place.
  ///
  /// Purchases and their messages cover the plans, which stay where they are. Loading, the welcome and "you have
  /// everything" replace the page.
  struct PlansPage<Model: PlansModel>: View {
    /// The page's state, texts and actions.
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
      .modifier(PlanEnds(model: model))
      .background { Backdrop() }
      .skinned(by: model.client)
      .readingDirection(of: model.client)
    }

    /// The plans with what covers them; without a loaded page, the message that says why.
    @ViewBuilder private var page: some View {
      if let page = model.page {
        PageColumns {
          $0.offer(isSelling: note == nil)
        } part: { part, layout in
          switch part {
          case .reasons: Pitch(page: page, layout: layout)
          case .plans:
            if let note {
              PlansNote(note: note) { await model.tryAgain() }
            } else {
              Plans(model: model, page: page)
            }
          case .price: PlanPrice(page: page)
          case .button: PurchaseButton(model: model, page: page)
          case .smallPrint: SmallPrint(model: model, page: page)
          }
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

    /// The text of a purchase in progress, which disables everything else on the page.
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

    private var note: PaywallState.Message? { model.state.note }

    /// Whether the alert shows.
    ///
    /// Setting it does nothing: both of the alert's buttons change the model's state, from which the next value
    /// follows. If the setter ended the message as well, it would end before a retry reads it.
    private var isSaying: Binding<Bool> {
      Binding(get: { message != nil }, set: { _ in })
    }
  }
#endif
