import { useParams } from "react-router";
import { useAccount, useIsMirrored } from "../../../store/index.ts";
import { isAllAccounts } from "../../../store/session/all-accounts.ts";
import { mayRedirect } from "../../../store/rules/redirects.ts";
import { DeadlinesShelf } from "../shelf/DeadlinesShelf.tsx";
import { MirrorBar } from "./MirrorBar.tsx";
import { MissingBar } from "./MissingBar.tsx";
import { RedirectBar } from "./RedirectBar.tsx";
import { RefusedBar } from "./RefusedBar.tsx";
import { VacationBar } from "./VacationBar.tsx";

/** Above a list. */
export function ListBars() {
  const { folder } = useParams();
  const { accountId } = useAccount();
  const isMirrored = useIsMirrored(accountId);
  return (
    <>
      {folder === "inbox" && <RefusedBar />}
      {folder === "inbox" && <VacationBar />}
      {folder === "inbox" && mayRedirect(accountId) && <RedirectBar />}
      {isAllAccounts({ accountId }) && <MissingBar />}
      {folder === "inbox" && <DeadlinesShelf />}
      {isMirrored && <MirrorBar key={accountId} accountId={accountId} />}
    </>
  );
}
