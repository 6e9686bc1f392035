#if canImport(SwiftUI)
  public import SwiftUI
  import TollgateClient

  /// The section of an app's settings that deletes the account, as the App Store requires of apps with accounts.
  ///
  /// It says what is deleted and that a subscription continues with the store, links to where it is cancelled, asks for
  /// confirmation, and shows the result. Put it into a `Form` or a `List`. It uses the client that ``TollgateRoot``
  /// provides.
  ///
  /// ```swift
  /// Form { DeleteAccountSection() }
  /// ```
  public struct DeleteAccountSection: View {
    @Environment(TollgateClient.self) private var client

    public init() {}

    public var body: some View {
      DeleteAccountRows(client)
    }
  }

  /// The section's rows with the model that stores the result of the deletion.
  private struct DeleteAccountRows: View {
    @State private var model: DeleteAccountModel
    @Environment(\.openURL) private var openURL

    /// Creates the rows; SwiftUI keeps the first model for as long as the section exists.
    init(_ client: TollgateClient) {
      _model = State(initialValue: DeleteAccountModel(client))
    }

    var body: some View {
      Section {
        deletion
        if model.canManage {
          Button {
            Task { await model.manage() }
          } label: {
            SwiftUI.Text(verbatim: model.manageLabel)
          }
        }
      } header: {
        SwiftUI.Text(verbatim: model.title)
      } footer: {
        VStack(alignment: .leading, spacing: 6) {
          SwiftUI.Text(verbatim: model.note)
          SwiftUI.Text(verbatim: model.billingNote)
          if let line = model.statusLine { SwiftUI.Text(verbatim: line) }
        }
      }
      .readingDirection(of: model.client)
    }

    /// The button with its question; a section would apply these modifiers to each of its rows.
    private var deletion: some View {
      Button(role: .destructive) {
        model.ask()
      } label: {
        SwiftUI.Text(verbatim: model.buttonLabel)
      }
      .disabled(!model.isEnabled)
      .announcing(model.statusLine)
      .alert(
        model.question, isPresented: $model.isConfirming
      ) {
        Button(model.title, role: .destructive) {
          Task { await model.confirm() }
        }
        Button(model.cancelLabel, role: .cancel) {}
      } message: {
        SwiftUI.Text(verbatim: model.note)
      }
      .onChange(of: model.pageToOpen) { _, page in
        guard let page else { return }
        openURL(page)
        model.pageToOpen = nil
      }
    }
  }
#endif
