"""Dates that a page breaks over two lines."""

# The text of each element inside the selected ones with such a date.
BROKEN_DATES = r"""selector => [...document.querySelectorAll(selector)].flatMap((place) => {
  const found = [], walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT), range = document.createRange();
  while (walker.nextNode()) {
    for (const { 0: date, index } of walker.currentNode.data.matchAll(/\d{4}-\d\d-\d\d/g)) {
      range.setStart(walker.currentNode, index);
      range.setEnd(walker.currentNode, index + date.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(walker.currentNode.data);
    }
  }
  return found;
})"""
