// Shows the progress of the proposal's search until it ends.
const follow = () => setTimeout(async () => {
  const shown = document.getElementById("search");
  try {
    const response = await fetch(location.href, { cache: "no-store", signal: AbortSignal.timeout(30000) });
    if (response.ok) {
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const next = page.getElementById("search");
      if (!next) return;
      shown.replaceWith(next);
      if (!next.dataset.runs) return;
    }
  } catch {
    // Without a network, the next try may succeed.
  }
  follow();
}, 3000);
follow();
