import Yams

extension YAMLLayout {
  /// Reads a text that is valid YAML.
  ///
  /// - Throws: ``YAMLSource/Unsupported`` if it contains something that cannot be written again.
  static func read(_ text: String) throws(YAMLSource.Unsupported) -> YAMLLayout {
    var source = YAMLSource(text)
    let unread = YAMLSource.Unsupported(offset: 0, what: "something that cannot be read")
    let node: Node
    do {
      guard let root = try Yams.compose(yaml: text) else { throw unread }
      node = root
    } catch { throw unread }
    var leaves: [YAMLSource.Leaf] = []
    collect(node, source, &leaves)
    try source.scan(leaves)
    var builder = Builder(source: source)
    guard let root = builder.container(node, owner: nil, flow: nil) else {
      throw YAMLSource.Unsupported(offset: 0, what: "no map")
    }
    let layout = YAMLLayout(root: root)
    builder.attachComments(to: layout)
    return layout
  }

  /// Collects the scalars of a tree.
  private static func collect(
    _ node: Node, _ source: YAMLSource, _ leaves: inout [YAMLSource.Leaf]
  ) {
    switch node {
    case .scalar(let scalar):
      guard let mark = scalar.mark, !scalar.string.isEmpty || scalar.style != .plain else { return }
      leaves.append(
        YAMLSource.Leaf(start: source.offset(of: YAMLNode.Position(mark)), scalar: scalar))
    case .sequence(let items): for item in items { collect(item, source, &leaves) }
    case .mapping(let map):
      for (key, value) in map {
        collect(key, source, &leaves)
        collect(value, source, &leaves)
      }
    case .alias: break
    }
  }

  /// The conversion of the parser's tree, and the places of comments in it.
  ///
  /// A comment on a line of its own belongs to the entry below it, unless that is indented less: then the
  /// comment ends the block that has its indentation.
  private struct Builder {
    /// The scanned text.
    let source: YAMLSource
    /// All entries, in the order of the source.
    var entries: [Entry] = []

    /// Converts a map or a list; nil for a scalar.
    mutating func container(_ node: Node, owner: Entry?, flow: Int?) -> Container? {
      let start = offset(of: node)
      let isFlow = source.flows[start] != nil
      let inner = isFlow ? start : flow
      switch node {
      case .mapping(let map):
        let container = Container(isList: false, isFlow: isFlow, owner: owner)
        for (key, value) in map {
          guard case .scalar(let scalar) = key else { continue }
          add(
            value, to: container, key: WrittenScalar(text: scalar.string, style: scalar.style),
            start: offset(of: key), inner)
        }
        return container
      case .sequence(let items):
        let container = Container(isList: true, isFlow: isFlow, owner: owner)
        for item in items {
          let start = offset(of: item)
          let dash = inner == nil ? source.dashes.last { $0 < start } : nil
          add(item, to: container, key: nil, start: dash ?? start, inner)
        }
        return container
      case .scalar, .alias: return nil
      }
    }

    /// Adds an entry to a container, with everything below it.
    private mutating func add(
      _ node: Node, to container: Container, key: WrittenScalar?, start: Int, _ flow: Int?
    ) {
      let entry = Entry(key: key, start: start, flow: flow, container: container)
      entry.followsBlankLine = source.followsBlankLine(start)
      entry.valueStart = offset(of: node)
      container.entries.append(entry)
      entries.append(entry)
      if let inner = self.container(node, owner: entry, flow: flow) {
        entry.value = .container(inner)
      } else if case .scalar(let scalar) = node {
        entry.value = .scalar(WrittenScalar(text: scalar.string, style: scalar.style))
      }
    }

    /// Where a node begins, in scalars from 0.
    private func offset(of node: Node) -> Int {
      node.mark.map { source.offset(of: YAMLNode.Position($0)) } ?? 0
    }

    /// Attaches each comment to the entry below or before it, or to the container that it ends.
    func attachComments(to layout: YAMLLayout) {
      for comment in source.comments {
        let near = entries.filter { $0.flow == comment.flow }
        let before = near.last { $0.start < comment.start }
        if comment.isTrailing, let before {
          before.trailing.append(comment.text)
          continue
        }
        let own = Comment(
          text: comment.text, followsBlankLine: source.followsBlankLine(comment.start))
        if let before, !before.isBlock, before.valueStart > comment.start {
          before.leading.append(own)
          continue
        }
        let after = near.first { $0.start > comment.start }
        if let container = end(comment, before, after, layout) {
          container.foot.append(own)
        } else {
          after?.leading.append(own)
        }
      }
      splitHeader(of: layout)
    }

    /// The container that a comment ends; nil if the comment belongs to the entry after it.
    private func end(
      _ comment: YAMLSource.Comment, _ before: Entry?, _ after: Entry?, _ layout: YAMLLayout
    ) -> Container? {
      if let flow = comment.flow {
        if let after, after.start < source.flows[flow] ?? 0 { return nil }
        return before?.container ?? entries.last { $0.valueStart == flow }?.inner
      }
      let column = column(comment.start)
      if let after, self.column(after.start) >= column { return nil }
      var entry = before
      while let here = entry {
        if self.column(here.start) <= column || here.container.owner == nil {
          return here.container === after?.container ? nil : here.container
        }
        entry = here.container.owner
      }
      return after == nil ? layout.root : nil
    }

    /// The column of an offset, from 1.
    private func column(_ offset: Int) -> Int { source.position(of: offset).column }

    /// Makes the comments above the first entry the file's header, up to the last blank line among them.
    private func splitHeader(of layout: YAMLLayout) {
      guard let first = layout.root.entries.first else { return }
      if first.followsBlankLine {
        layout.header = first.leading
      } else if let split = first.leading.lastIndex(where: \.followsBlankLine), split > 0 {
        layout.header = Array(first.leading[..<split])
      } else if let modeline = first.leading.first, modeline.text.contains("yaml-language-server:")
      {
        layout.header = [modeline]
      }
      first.leading.removeFirst(layout.header.count)
    }
  }
}

extension YAMLLayout.Entry {
  /// The map or the list that is its value.
  fileprivate var inner: YAMLLayout.Container? {
    if case .container(let container) = value { container } else { nil }
  }

  /// Whether its value is a map or a list without brackets, so that a comment below its key belongs to what is in it.
  fileprivate var isBlock: Bool { inner.map { !$0.isFlow } ?? false }
}
