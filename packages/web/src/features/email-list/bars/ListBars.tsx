import { Suspense, useEffect } from "react";
import { useParams } from "react-router";
import { isFiltered, type ListQuery, queryKey, useAccount, useIsMirrored } from "../../../store/index.ts";
import { isAllAccounts } from "../../../store/session/all-accounts.ts";
import { followDeadlines } from "../../../store/facts/deadlines.ts";
import { mayRedirect } from "../../../store/rules/redirects.ts";
import { followRedirects } from "../../../store/rules/shown-redirects.ts";
import { followFirstTimeSenders } from "../../../store/screening/first-time-senders.ts";
import { followReturned } from "../../../store/snooze/returned.ts";
import { followOutbox } from "../../../store/submissions/outbox.ts";
import { followVacation } from "../../../store/submissions/vacation.ts";
import { lazyPart } from "../../../ui/lazy/fetch-code.ts";
import { DeadlinesShelf } from "../shelf/DeadlinesShelf.tsx";
import { FirstTimeShelf } from "../shelf/FirstTimeShelf.tsx";
import { ReturnedShelf } from "../shelf/ReturnedShelf.tsx";
import { FoundRow, NoEmails } from "../EmailListView.tsx";
import { resultsOnDemand } from "../results/results-on-demand.ts";
import { BarRoom } from "./BarRoom.tsx";
import { FoundAnnouncement } from "./FoundAnnouncement.tsx";
import { MirrorBar } from "./MirrorBar.tsx";
import { MissingBar } from "./MissingBar.tsx";
import { RefusedBar } from "./RefusedBar.tsx";
import { VacationBar } from "./VacationBar.tsx";

const RedirectBar = lazyPart(() => import("./RedirectBar.tsx"), "RedirectBar");

function followBars(): () => void {
  const stops = [
    followOutbox(),
    followVacation(),
    followRedirects(),
    followFirstTimeSenders(),
    followDeadlines(),
    followReturned(),
  ];
  return () => stops.forEach((stop) => stop());
}

/** Above a list. */
export function ListBars({ query }: { query: ListQuery }) {
  const { folder } = useParams();
  const { accountId } = useAccount();
  const isMirrored = useIsMirrored(accountId);
  // Where no bar is shown, too: the inbox may be the next list.
  useEffect(followBars, []);
  // An empty folder is shown in the next frame, and the first search as fast as later ones.
  useEffect(() => {
    Promise.all([NoEmails.preload(), FoundRow.preload(), resultsOnDemand.load()]).catch(() => undefined);
  }, []);
  return (
    <>
      {isFiltered(query) && <FoundAnnouncement key={queryKey(query)} query={query} />}
      {folder === "inbox" && <RefusedBar />}
      {folder === "inbox" && <VacationBar />}
      {folder === "inbox" && mayRedirect(accountId) && (
        <Suspense fallback={<BarRoom bar="redirects" />}>
          <RedirectBar />
        </Suspense>
      )}
      {isAllAccounts({ accountId }) && <MissingBar />}
      {folder === "inbox" && <FirstTimeShelf />}
      {folder === "inbox" && <DeadlinesShelf />}
      {folder === "inbox" && <ReturnedShelf />}
      {isMirrored && <MirrorBar key={accountId} accountId={accountId} />}
    </>
  );
}
