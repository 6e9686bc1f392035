#if canImport(SwiftUI)
  public import SwiftUI
  public import Tollgate
  import TollgateClient

  /// The prompt of a placement as a card, a banner or a line, as the blueprint specifies; empty if there isn't one.
  ///
  /// It uses the client that ``TollgateRoot`` provides.
  ///
  /// Put it where a suggestion may show; it takes no space while there is none. The blueprint's `prompts:` decide who
  /// sees it and how often it may return after a dismissal.
  ///
  /// ```swift
  /// List { … }.safeAreaInset(edge: .bottom) { PromptView("home") }
  /// ```
  public struct PromptView: View {
    /// The place on the app's screens that the blueprint's prompts name.
    private let placement: Placement.ID

    @Environment(TollgateClient.self) private var client
    @Environment(\.accessibilityReduceMotion) private var reduceMotion

    /// Creates the prompt of a placement.
    ///
    /// - Parameter placement: The screen, as the blueprint's prompts name it under `placement:`.
    public init(_ placement: Placement.ID) { self.placement = placement }

    public var body: some View {
      let model = PromptModel(client, placement: placement)
      Group {
        if let content = model.content {
          shape(content, of: model)
            .transition(.opacity)
            .accessibilityElement(children: .contain)
            .accessibilityLabel(content.accessibilityLabel)
        }
      }
      .animation(reduceMotion ? nil : .default, value: model.content?.id)
      .readingDirection(of: client)
    }

    /// The prompt in the shape that the blueprint gives it.
    @ViewBuilder private func shape(
      _ content: PromptModel.Content, of model: PromptModel
    ) -> some View {
      switch content.shape {
      case .card: PromptCard(content: content, model: model)
      case .banner: strip(content, of: model).padding(14).surface()
      case .inline: strip(content, of: model).padding(.vertical, 6)
      }
    }

    /// A prompt on one line, with its buttons next to the text: the content of a banner and of an inline prompt.
    private func strip(_ content: PromptModel.Content, of model: PromptModel) -> some View {
      HStack(spacing: 8) {
        SuggestionRow(
          icon: content.icon, text: content.text, label: content.actionLabel,
          hint: content.accessibilityHint
        ) { await model.act() }
        PromptDismissal(content: content, model: model)
      }
    }
  }

  /// A prompt as a card, with the button on a line of its own.
  private struct PromptCard: View {
    /// The texts to show.
    let content: PromptModel.Content
    /// The actions of the buttons.
    let model: PromptModel

    var body: some View {
      VStack(alignment: .leading, spacing: 12) {
        HStack(alignment: .top, spacing: 12) {
          IconTile(icon: content.icon)
          SwiftUI.Text(verbatim: content.text)
            .font(.callout)
            .frame(maxWidth: .infinity, alignment: .leading)
          PromptDismissal(content: content, model: model)
        }
        if let label = content.actionLabel {
          Button(label) { Task { await model.act() } }
            .mainButton()
            .accessibilityHint(content.accessibilityHint ?? "")
        }
      }
      .padding(16)
      .surface()
    }
  }

  /// The button that dismisses a prompt; empty for a prompt that does not count dismissals.
  ///
  /// Its area is 44 by 44 points, the smallest that Apple's Human Interface Guidelines allow for touch.
  private struct PromptDismissal: View {
    /// The prompt, with the button's accessibility label.
    let content: PromptModel.Content
    /// The action of the button.
    let model: PromptModel

    var body: some View {
      if let label = content.dismissLabel {
        Button {
          Task { await model.dismiss() }
        } label: {
          Image(systemName: "xmark")
            .font(.footnote)
            .foregroundStyle(.secondary)
            .frame(width: 44, height: 44)
            .contentShape(.rect)
        }
        .buttonStyle(.plain)
        .accessibilityLabel(label)
      }
    }
  }
#endif
