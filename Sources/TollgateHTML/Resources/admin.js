// Reads the latest transactions again, unless somebody is in the list: nothing moves under the focus or the pointer.
const list = document.getElementById("transactions");
let shown = "";
const isBusy = () => document.hidden || list.contains(document.activeElement) || list.matches(":hover")
  || !getSelection().isCollapsed;
const timer = setInterval(async () => {
  if (isBusy()) return;
  try {
    const response = await fetch(list.dataset.source, { cache: "no-store" });
    if (!response.ok) return clearInterval(timer);
    const html = await response.text();
    if (html !== shown && !isBusy()) list.innerHTML = shown = html;
  } catch {
    // Without a network, the next try may succeed.
  }
}, 5000);
