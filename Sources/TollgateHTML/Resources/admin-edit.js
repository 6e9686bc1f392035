// Replaces a text with a file that the person chooses.
document.querySelectorAll("textarea.source").forEach((source) => {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = ".yml,.yaml";
  // A file that was changed since may be chosen again.
  input.addEventListener("click", () => { input.value = ""; });
  input.addEventListener("change", async () => {
    const file = input.files[0];
    if (!file) return;
    source.value = await file.text();
    source.focus();
  });
  const label = document.createElement("label");
  label.append(`Replace ${source.dataset.path} with a file`, input);
  source.closest("label").after(label);
});
