/// A conversation with the coach.
public struct ChatScreen: Sendable, Equatable {
  /// The coach's name.
  public var title: String
  /// A line under the name, such as "Discovery conversation".
  public var subtitle: String
  /// A banner above the conversation.
  public var prompt: PromptCard?
  /// The conversation, oldest first.
  public var messages: [ChatMessage]
  /// Whether the coach is about to answer.
  public var typing: Bool
  /// Ends a stage of the conversation, such as "Finish discovery".
  public var finish: PageButton?
  /// Where the next message is written.
  public var composer: Composer
  /// Opens the settings.
  public var settings: PageAction?

  /// Creates the value from its parts.
  public init(
    title: String = "Coach",
    subtitle: String,
    prompt: PromptCard? = nil,
    messages: [ChatMessage] = [],
    typing: Bool = false,
    finish: PageButton? = nil,
    composer: Composer,
    settings: PageAction? = nil
  ) {
    self.title = title
    self.subtitle = subtitle
    self.prompt = prompt
    self.messages = messages
    self.typing = typing
    self.finish = finish
    self.composer = composer
    self.settings = settings
  }
}

/// One message of a conversation.
public struct ChatMessage: Sendable, Equatable {
  /// The message's id.
  public var id: String
  /// Who wrote it.
  public var author: MessageAuthor
  /// What it says.
  public var text: String
  /// When, in words.
  public var time: String?

  /// Creates the value from its parts.
  public init(
    id: String,
    author: MessageAuthor,
    text: String,
    time: String? = nil
  ) {
    self.id = id
    self.author = author
    self.text = text
    self.time = time
  }
}

/// Who wrote a message.
public enum MessageAuthor: String, Sendable, Equatable {
  /// The person who holds the phone.
  case customer
  /// The coach.
  case coach
}
/// Where the next message is written.
public enum Composer: Sendable, Equatable {
  /// A text field and a Send button.
  case open(OpenComposer)
  /// The conversation is read-only.
  case locked(LockedComposer)
}

/// A text field and a Send button.
public struct OpenComposer: Sendable, Equatable {
  /// The hint in the empty field.
  public var placeholder: String
  /// What sending does; the text is posted as `text`.
  public var send: PageAction

  /// Creates the value from its parts.
  public init(
    placeholder: String = "Message Coach",
    send: PageAction = .use("send-message")
  ) {
    self.placeholder = placeholder
    self.send = send
  }
}

/// A read-only conversation's bar.
public struct LockedComposer: Sendable, Equatable {
  /// Why, kindly.
  public var text: String
  /// The way on, such as "See plans"; nil if there is nothing to buy.
  public var button: PageButton?

  /// Creates the value from its parts.
  public init(
    text: String,
    button: PageButton?
  ) {
    self.text = text
    self.button = button
  }
}
