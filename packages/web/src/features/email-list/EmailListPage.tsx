import { Suspense, useMemo } from "react";
import { useLocation, useParams, useSearchParams } from "react-router";
import {
  listQueryFromUrl,
  queryKey,
  useLabels,
  useMailbox,
  usePreferences,
  useSessionStatus,
} from "../../store/index.ts";
import { lazyPart } from "../../ui/lazy/fetch-code.ts";
import { NotFoundError } from "../../ui/NotFoundError.ts";
import { BarRooms } from "./bars/BarRooms.tsx";
import { EmailListView } from "./EmailListView.tsx";
import { scrollKeyOf } from "./list-scroll-position.ts";
import { resultsOnDemand } from "./results/results-on-demand.ts";
import styles from "./EmailListView.module.css";

const ListBars = lazyPart(() => import("./bars/ListBars.tsx"), "ListBars");

/** The Emails of a folder, as the address names it. */
export function EmailListPage() {
  const { folder = "" } = useParams();
  const [params] = useSearchParams();
  const scrollKey = scrollKeyOf(useLocation());
  const { collapseThreads } = usePreferences();
  const query = useMemo(() => listQueryFromUrl(folder, params, { collapseThreads }), [folder, params, collapseThreads]);
  const found = useMailbox(folder);
  const results = resultsOnDemand.use(query.q !== undefined);
  const labels = useLabels();
  const isReady = useSessionStatus() === "ready";
  const mayBeLabel = query.label === undefined || !isReady || labels.some(({ id }) => id === query.label);
  if (!found) throw new NotFoundError(`/${folder}`);
  if (!mayBeLabel) throw new NotFoundError(`/${folder}?label=${query.label}`, true);
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <Suspense fallback={<BarRooms />}>
          <ListBars query={query} />
        </Suspense>
        {query.q !== undefined &&
          (results ? <results.ResultsBar query={query} q={query.q} /> : <div className={styles.results} />)}
        <EmailListView key={queryKey(query)} query={query} scrollKey={scrollKey} />
      </div>
    </div>
  );
}
