import { type ReactNode, Suspense, useState } from "react";

/** Something with code of its own, from its first opening on: what is never opened is never fetched for it. */
export function OnceOpened({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  return wasOpened && <Suspense fallback={null}>{children}</Suspense>;
}
