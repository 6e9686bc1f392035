// Reads the latest transactions and facts again, unless somebody is in the list: nothing moves under the focus or the pointer.
const follow = (list) => {
  let shown = "";
  const isBusy = () => document.hidden || list.contains(document.activeElement) || list.matches(":hover")
    || !getSelection().isCollapsed;
  const readLater = () => setTimeout(async () => {
    try {
      const response = isBusy() ? null : await fetch(list.dataset.source, { cache: "no-store", signal: AbortSignal.timeout(30000) });
      if (response && !response.ok) return;
      const html = await response?.text() ?? shown;
      if (html !== shown && !isBusy()) list.innerHTML = shown = html;
    } catch {
      // Without a network, the next try may succeed.
    }
    readLater();
  }, 5000);
  readLater();
};
document.querySelectorAll("[data-source]").forEach(follow);
