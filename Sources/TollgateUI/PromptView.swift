#if canImport(SwiftUI)
  public import SwiftUI
  public import Tollgate
  import TollgateClient

  /// The prompt of a placement as a card, a banner or a line, as the blueprint specifies; empty if there is none.
  ///
  /// It uses the client that ``TollgateRoot`` provides.
  public struct PromptView: View {
    private let placement: Placement.ID

    @Environment(TollgateClient.self) private var client
    @Environment(\.accessibilityReduceMotion) private var reduceMotion

    /// Creates the prompt of a placement.
    public init(_ placement: Placement.ID) { self.placement = placement }

    /// The prompt.
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

    @ViewBuilder private func shape(
      _ content: PromptModel.Content, of model: PromptModel
    ) -> some View {
      switch content.shape {
      case .card: PromptCard(content: content, model: model)
      case .banner: strip(content, of: model).padding(14).surface()
      case .inline: strip(content, of: model).padding(.vertical, 6)
      }
    }

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

  private struct PromptCard: View {
    let content: PromptModel.Content
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

  private struct PromptDismissal: View {
    let content: PromptModel.Content
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
