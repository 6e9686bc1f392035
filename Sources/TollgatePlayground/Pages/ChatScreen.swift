/// A conversation with the coach.
struct ChatScreen: Sendable, Equatable {
  var title = "Coach"
  /// A line below the name, such as "Discovery conversation".
  var subtitle: String
  /// A banner above the conversation.
  var prompt: PromptCard?
  /// The conversation, oldest first.
  var messages: [ChatMessage] = []
  /// Whether the coach is about to answer.
  var typing = false
  /// Ends a stage of the conversation, such as "Finish discovery".
  var finish: PageButton?
  /// Milliseconds after which that button presses itself.
  var finishesAfter: Int?
  /// Where the next message is written.
  var composer: Composer
  var settings: PageAction?
}

struct ChatMessage: Sendable, Equatable {
  var id: String
  var author: MessageAuthor
  var text: String
  /// When it was sent, as text.
  var time: String?
}

enum MessageAuthor: String, Sendable, Equatable {
  /// The person who holds the phone.
  case customer
  case coach
}

/// Where the next message is written.
enum Composer: Sendable, Equatable {
  /// A text field and a Send button.
  case open(OpenComposer)
  /// The conversation is read-only.
  case locked(LockedComposer)
}

/// A text field and a Send button.
struct OpenComposer: Sendable, Equatable {
  /// The last message, if it was not sent.
  var draft = ""
  /// Why a message would meet the paywall now.
  var locked: LockedComposer?
  /// The hint in the empty field.
  var placeholder = "Message Coach"
  /// What sending does; the text is posted as `text`.
  var send: PageAction = .use("send-message")
}

/// A read-only conversation's bar.
struct LockedComposer: Sendable, Equatable {
  /// Why it is read-only.
  var text: String
  /// The button, such as "See plans"; nil if there is nothing to buy.
  var button: PageButton?
}
