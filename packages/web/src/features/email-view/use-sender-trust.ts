import type { Id, SenderTrust } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { canFetchImages, loadSenderTrust } from "../../store/index.ts";

/** What the server knows of a letter's sender; undefined while it is not known, and with a server that does not say. */
export function useSenderTrust(id: Id): [SenderTrust | undefined, (trust: SenderTrust) => void] {
  const [trust, setTrust] = useState<SenderTrust>();
  const isAble = canFetchImages();
  useEffect(() => {
    if (!isAble) return undefined;
    let isGone = false;
    void loadSenderTrust(id)
      .then((found) => void (isGone || setTrust(found)))
      // Without an answer nothing is shown by itself, and nothing can be remembered.
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [id, isAble]);
  return [trust, setTrust];
}
