#if canImport(SwiftUI)
  import SwiftUI
  import TollgateClient

  /// A page before the offer of a paywall: what it tells, above its answers or the button that continues.
  ///
  /// The button stays in sight below the text; if it does not leave enough room, everything scrolls together. Answers
  /// scroll with their question.
  struct StepPage: View {
    /// The texts and answers.
    let step: PaywallStep
    /// Leaves the page for the next one.
    let proceed: @MainActor () -> Void
    /// Chooses the answer at a position, and leaves the page.
    let answer: @MainActor (Int) -> Void

    @Environment(\.paywallLook) private var look

    var body: some View {
      PageColumns {
        $0.step(continues: step.continueLabel != nil)
      } part: { part, layout in
        switch part {
        case .reasons: words(layout)
        case .button: button
        case .plans, .price, .smallPrint: EmptyView()
        }
      }
      .frame(maxWidth: .infinity, maxHeight: .infinity)
    }

    private func words(_ layout: PaywallLayout) -> some View {
      VStack(spacing: 12) {
        Reasons(page: step, layout: layout)
        answers
      }
    }

    /// The answers, named by the question; empty on a page without one.
    @ViewBuilder private var answers: some View {
      if !step.answers.isEmpty {
        VStack(spacing: 10) {
          ForEach(Array(step.answers.indices), id: \.self) { position in
            AnswerButton(text: step.answers[position].text) { answer(position) }
          }
        }
        .padding(.top, 12)
        .accessibilityElement(children: .contain)
        .accessibilityLabel(step.title)
      }
    }

    /// The button that continues; empty on a page with a question.
    @ViewBuilder private var button: some View {
      if let label = step.continueLabel {
        Button(action: proceed) {
          Text(verbatim: label)
            .fontWeight(look?.skin.button.weight.font ?? .semibold)
            .frame(maxWidth: .infinity)
        }
        .mainButton()
        .largeControl()
      }
    }
  }

  /// An answer to the question of a page.
  private struct AnswerButton: View {
    let text: String
    /// The action that answers.
    let choose: @MainActor () -> Void

    var body: some View {
      Button(action: choose) {
        Text(verbatim: text)
          .fontWeight(.semibold)
          .frame(maxWidth: .infinity, alignment: .leading)
          .padding(.horizontal, 14)
          .padding(.vertical, 10)
          .frame(minHeight: 52)
          .overlay {
            RoundedRectangle(cornerRadius: 18)
              .strokeBorder(Color.primary.opacity(0.16), lineWidth: 1.5)
          }
          .contentShape(.rect(cornerRadius: 18))
      }
      .buttonStyle(.plain)
    }
  }
#endif
