import { lazy, Suspense, useEffect, useState } from "react";
import { useView } from "../store/index.ts";

const load = () => import("../features/compose/ComposePopup.tsx");
const ComposePopup = lazy(async () => ({ default: (await load()).ComposePopup }));

/** The new-letter popup, whose code comes when it is first wanted or the browser has nothing else to do. */
export function ComposeSlot() {
  const isOpen = useView((view) => view.newLetterPopup);
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), 2000);
    return () => clearTimeout(timer);
  }, []);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <ComposePopup />
    </Suspense>
  );
}
