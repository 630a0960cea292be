import { type ReactNode, Suspense, useState } from "react";
import type { FullEmail } from "../../../store/index.ts";
import { lazyPart } from "../../../ui/lazy/fetch-code.ts";
import { RuleItems } from "../rules/RuleItems.tsx";
import { OriginalItems } from "./OriginalItems.tsx";
import { SourceDialog } from "./SourceDialog.tsx";

const GenuineDialog = lazyPart(() => import("../genuine/GenuineDialog.tsx"), "GenuineDialog");

/**
 * Menu entries for one Email by itself, and the dialogs that they open, which stand beside the menu.
 * @param email undefined while it is on its way
 * @param onReported it was reported, and lies in Spam
 */
export function useOriginalItems(
  email: FullEmail | undefined,
  onReported: () => void,
): { items: ReactNode; dialogs: ReactNode } {
  const [shown, setShown] = useState<"source" | "genuine">();
  const close = (): void => setShown(undefined);
  if (!email) return { items: null, dialogs: null };
  return {
    items: (
      <>
        <RuleItems email={email} />
        <OriginalItems email={email} onSource={() => setShown("source")} onGenuine={() => setShown("genuine")} />
      </>
    ),
    dialogs: (
      <>
        {shown === "source" && <SourceDialog email={email} onClose={close} />}
        {shown === "genuine" && (
          <Suspense fallback={null}>
            <GenuineDialog email={email} onClose={close} onReported={onReported} />
          </Suspense>
        )}
      </>
    ),
  };
}
