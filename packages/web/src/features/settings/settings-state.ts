import { getView, setView } from "../../store/index.ts";

/** The gear: opens the panel with a view in it, or closes it. */
export function toggleSettings(): void {
  const { settingsOpen, langSwitcher } = getView();
  if (settingsOpen) closeSettings();
  else setView({ settingsOpen: true, themeSwitcher: !langSwitcher });
}

/** Closes the panel; the focus goes back to the gear when it was inside, or to the button behind which the gear lies. */
export function closeSettings(): void {
  const wasInside = document.getElementById("settings")?.contains(document.activeElement);
  setView({ settingsOpen: false });
  if (!wasInside) return;
  const way = document.getElementById("settings-gear") ?? document.getElementById("open-navigation");
  way?.focus();
}
