#if canImport(SwiftUI)
  import SwiftUI
  import TollgateClient

  /// What a page that sells shows below the benefits: the offer's timeline, ratings and quotes, and questions.
  struct PageExtras: View {
    /// The texts to show, in the customer's language.
    let extras: PaywallPage.Extras

    var body: some View {
      if !extras.timeline.isEmpty {
        section(extras.timelineLabel) {
          ForEach(extras.timeline, id: \.self) { step in
            TimelineStep(step: step, isFirst: step == extras.timeline.first)
          }
        }
      }
      if !extras.proof.isEmpty {
        section(extras.proofLabel) {
          ForEach(extras.proof, id: \.self) { ProofCard(proof: $0) }
        }
      }
      if !extras.questions.isEmpty {
        section(extras.questionsLabel) {
          ForEach(extras.questions, id: \.self) { question in
            VStack(alignment: .leading, spacing: 4) {
              Text(verbatim: question.question).lettered(.callout).fontWeight(.semibold)
              Text(verbatim: question.answer).lettered(.subheadline).foregroundStyle(.secondary)
            }
            .accessibilityElement(children: .combine)
            .remoteStop()
          }
        }
      }
    }

    /// A part of the page under a title.
    private func section<Content: View>(
      _ title: String, @ViewBuilder content: () -> Content
    ) -> some View {
      VStack(alignment: .leading, spacing: 14) {
        Title(text: title, style: .headline)
        content()
      }
      .frame(maxWidth: .infinity, alignment: .leading)
      .padding(.top, 12)
    }
  }

  /// A moment of the timeline: a day, and what happens on it.
  private struct TimelineStep: View {
    /// The texts.
    let step: PaywallPage.Step
    /// Whether it is the day of the purchase.
    let isFirst: Bool

    var body: some View {
      HStack(alignment: .top, spacing: 14) {
        Image(systemName: isFirst ? "circle.fill" : "circle")
          .foregroundStyle(.tint)
          .accessibilityHidden(true)
        VStack(alignment: .leading, spacing: 2) {
          Text(verbatim: step.title).lettered(.callout).fontWeight(.semibold)
          Text(verbatim: step.line).lettered(.subheadline).foregroundStyle(.secondary)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
      }
      .accessibilityElement(children: .combine)
      .remoteStop()
    }
  }

  /// A rating or a quote on a card.
  private struct ProofCard: View {
    /// The texts.
    let proof: PaywallPage.Proof

    var body: some View {
      VStack(alignment: .leading, spacing: 6) {
        if let label = proof.starsLabel {
          HStack(spacing: 2) {
            ForEach(proof.stars, id: \.self) { _ in
              Image(systemName: "star.fill").font(.footnote)
            }
          }
          .foregroundStyle(.tint)
          .accessibilityElement(children: .ignore)
          .accessibilityLabel(label)
        }
        Text(verbatim: proof.text).lettered(.callout)
        if let by = proof.by {
          Text(verbatim: by).lettered(.footnote).foregroundStyle(.secondary)
        }
      }
      .frame(maxWidth: .infinity, alignment: .leading)
      .padding(14)
      .surface(cornerRadius: 18)
      .remoteStop()
    }
  }
#endif
