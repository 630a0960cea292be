import { useAccount, useIsMirrored } from "../../../store/index.ts";
import { MirrorBar } from "./MirrorBar.tsx";
import { RefusedBar } from "./RefusedBar.tsx";

/** Above a list. */
export function ListBars({ folder }: { folder: string }) {
  const { accountId } = useAccount();
  const isMirrored = useIsMirrored(accountId);
  return (
    <>
      {folder === "inbox" && <RefusedBar />}
      {isMirrored && <MirrorBar key={accountId} accountId={accountId} />}
    </>
  );
}
