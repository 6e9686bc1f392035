// Opens a scenario file: the life in it is played, and the phone shows its end.
import { apply, isUnreached, post, tell, unreachable } from "./playground.js";

async function open(field) {
  const [file] = field.files;
  if (!file) return;
  const label = field.closest("label");
  label.setAttribute("aria-busy", "true");
  try {
    const answer = await post(`${field.dataset.scenario}?name=${encodeURIComponent(file.name)}`, await file.text());
    if (!answer.ok) throw new Error(`The playground answered ${answer.status}.`);
    const update = await answer.json();
    apply(update);
    tell(update.said ?? "");
  } catch (error) {
    tell(isUnreached(error) ? unreachable : error.message);
  } finally {
    label.removeAttribute("aria-busy");
    // The same file can be opened again after a change.
    field.value = "";
  }
}

document.addEventListener("change", ({ target }) => {
  if (target.matches("input[data-scenario]")) open(target);
});
