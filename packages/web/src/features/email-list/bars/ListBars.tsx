import { useParams } from "react-router";
import { useAccount, useIsMirrored } from "../../../store/index.ts";
import { MirrorBar } from "./MirrorBar.tsx";
import { RefusedBar } from "./RefusedBar.tsx";

/** Above a list. */
export function ListBars() {
  const { folder } = useParams();
  const { accountId } = useAccount();
  const isMirrored = useIsMirrored(accountId);
  return (
    <>
      {folder === "inbox" && <RefusedBar />}
      {isMirrored && <MirrorBar key={accountId} accountId={accountId} />}
    </>
  );
}
