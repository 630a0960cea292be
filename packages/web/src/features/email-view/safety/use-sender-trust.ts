import type { Id, SenderTrust } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { afterPaint } from "../../../store/index.ts";
import { canFetchImages, loadSenderTrust } from "../../../store/records/remote-images.ts";

/**
 * The sender trust of an Email; undefined until it is loaded, and where the server does not support it.
 * @param isWanted whether anything depends on it
 */
export function useSenderTrust(id: Id, isWanted = true): [SenderTrust | undefined, (trust: SenderTrust) => void] {
  const [trust, setTrust] = useState<SenderTrust>();
  const isAble = isWanted && canFetchImages();
  useEffect(() => {
    if (!isAble) return undefined;
    let isGone = false;
    const cancel = afterPaint(() => {
      void loadSenderTrust(id)
        .then((found) => void (isGone || setTrust(found)))
        // Without an answer nothing is shown by itself, and nothing can be remembered.
        .catch(() => undefined);
    });
    return () => {
      cancel();
      isGone = true;
    };
  }, [id, isAble]);
  return [trust, setTrust];
}
