import Yams

/// A YAML file as it is written: its values with their comments, blank lines and notation.
///
/// Unlike ``YAMLNode``, which has only the meaning of a file, a layout can be written again without losing a comment.
final class YAMLLayout {
  /// The comments before the first entry that are separated from it by a blank line.
  var header: [Comment] = []
  let root: Container

  /// Creates a layout of a file whose root is a map or a list.
  init(root: Container) { self.root = root }

  /// A comment on a line of its own.
  struct Comment {
    let text: String
    /// Whether a blank line precedes it.
    let followsBlankLine: Bool
  }

  /// A value of an entry.
  enum Value {
    case scalar(WrittenScalar)
    /// A map or a list.
    case container(Container)
  }

  /// A map or a list.
  final class Container {
    let isList: Bool
    /// Whether it is written in brackets or braces.
    let isFlow: Bool
    /// The entry whose value it is; nil for the root.
    let owner: Entry?
    /// Its entries, in the order in which they are written.
    var entries: [Entry] = []
    /// The comments after its last entry.
    var foot: [Comment] = []

    /// Creates an empty container.
    init(isList: Bool, isFlow: Bool, owner: Entry?) {
      self.isList = isList
      self.isFlow = isFlow
      self.owner = owner
    }

    /// Whether it contains a comment at any depth, so that it cannot be written on one line.
    var hasComments: Bool {
      !foot.isEmpty
        || entries.contains { entry in
          if !entry.leading.isEmpty || !entry.trailing.isEmpty { return true }
          if case .container(let inner) = entry.value { return inner.hasComments }
          return false
        }
    }
  }

  /// A key with its value, or an item of a list.
  final class Entry {
    /// The key; nil for an item of a list.
    let key: WrittenScalar?
    /// The position in the source of the key, or of the item's dash, in scalars from 0.
    let start: Int
    /// Where the innermost brackets or braces around it begin; nil if there aren't any.
    let flow: Int?
    unowned let container: Container
    /// The value; a placeholder until the entry is read.
    var value = Value.scalar(WrittenScalar(text: "", style: .plain))
    /// Where the value begins, in scalars from 0.
    var valueStart = 0
    /// The comments above it.
    var leading: [Comment] = []
    /// The comments after it on its line; only a source can have a second one.
    var trailing: [String] = []
    /// Whether a blank line is directly above it, below its comments.
    var followsBlankLine = false

    /// Creates an entry without comments.
    init(key: WrittenScalar?, start: Int, flow: Int?, container: Container) {
      self.key = key
      self.start = start
      self.flow = flow
      self.container = container
    }
  }
}
