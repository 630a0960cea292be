import { lazy } from "react";
import { useView } from "../store/index.ts";
import { loadComposePopup } from "./on-demand.ts";
import { OnceOpened } from "./OnceOpened.tsx";

const ComposePopup = lazy(async () => ({ default: (await loadComposePopup()).ComposePopup }));

/** The new-letter popup. */
export function ComposeSlot() {
  const isOpen = useView((view) => view.newLetterPopup);
  return (
    <OnceOpened isOpen={isOpen}>
      <ComposePopup />
    </OnceOpened>
  );
}
