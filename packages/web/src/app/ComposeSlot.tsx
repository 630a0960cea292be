import { lazy, Suspense, useState } from "react";
import { useView } from "../store/index.ts";
import { loadComposePopup } from "./on-demand.ts";

const ComposePopup = lazy(async () => ({ default: (await loadComposePopup()).ComposePopup }));

/** The new-letter popup, from its first opening on. */
export function ComposeSlot() {
  const isOpen = useView((view) => view.newLetterPopup);
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <ComposePopup />
    </Suspense>
  );
}
