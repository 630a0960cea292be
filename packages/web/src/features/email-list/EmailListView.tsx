import { Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { withNumber } from "../../mail-ui/failure-text.ts";
import {
  type EmailList,
  isFiltered,
  keepSelectionFor,
  type ListQuery,
  useAccount,
  useEmailList,
  useGoal,
  useMailboxes,
  useSelection,
} from "../../store/index.ts";
import { conversationScope } from "../../store/records/conversation.ts";
import { accountEnding } from "../../store/session/account-address.ts";
import { Button } from "../../ui/Button.tsx";
import { lazyPart } from "../../ui/lazy/fetch-code.ts";
import { LoadingList } from "./LoadingList.tsx";
import { resultsOnDemand } from "./results/results-on-demand.ts";
import { EmailListRow } from "./row/EmailListRow.tsx";
import { useRowEvents } from "./row/use-row-events.ts";
import { useRowTexts } from "./row/use-row-texts.ts";
import { SkeletonRow } from "./row/SkeletonRow.tsx";
import { footerHeight } from "./row/row-height.ts";
import { type ActiveEmail, useActiveEmail } from "./use-active-email.ts";
import { usePrefetch } from "./use-prefetch.ts";
import { useListKeys } from "./use-list-keys.ts";
import { useBeginning, useScrollPosition } from "./use-scroll-position.ts";
import { useRowHeight } from "./row/use-row-height.ts";
import { type Scrolling, useRowsInSight } from "./use-rows-in-sight.ts";
import styles from "./EmailListView.module.css";

/** Without a pointer that hovers, controls are always seen. */
const hovers = window.matchMedia("(hover: hover)");

/** Where it cannot be fetched, the rows stand without marks. */
export const FoundRow = lazyPart(
  () => import("./row/FoundRow.tsx").catch(() => ({ FoundRow: EmailListRow })),
  "FoundRow",
);
export const NoEmails = lazyPart(() => import("./empty/NoEmails.tsx"), "NoEmails");

export function EmailListView({ query, scrollKey }: { query: ListQuery; scrollKey: string }) {
  const list = useEmailList(query);
  const { t } = useTranslation();
  const isReady = list.status === "ready";
  const results = resultsOnDemand.use(query.q !== undefined);
  const [hadEmails, setHadEmails] = useState(false);
  if (list.total > 0 && !hadEmails) setHadEmails(true);
  // After every change of the list: Emails that left it are selected no more.
  useEffect(() => keepSelectionFor(query));
  if (list.status === "error") {
    return (
      <section className={styles.message} role="alert">
        <p>{withNumber(t("list.failed"), list.failureNumber, t)}</p>
        <Button variant="primary" onClick={() => list.retry()}>
          {t("list.retry")}
        </Button>
      </section>
    );
  }
  if (!isReady) return <LoadingList />;
  if (list.total === 0) {
    return (
      <Suspense fallback={<LoadingList />}>
        <NoEmails query={query} isFiltered={isFiltered(query)} wasEmptied={hadEmails}>
          {query.q !== undefined && results && <results.MoreElsewhere query={query} />}
        </NoEmails>
      </Suspense>
    );
  }
  return <Rows list={list} query={query} scrollKey={scrollKey} />;
}

/** The rows in sight, and the one with the focus, which would be lost with it. */
function indexesToDraw(first: number, end: number, focused: number): number[] {
  const inSight = Array.from({ length: end - first }, (_, offset) => first + offset);
  const isAway = focused !== -1 && (focused < first || focused >= end);
  return isAway ? [...inSight, focused] : inSight;
}

/** After "go to date" the first Email of that day is scrolled to the top and focused. Navigating back does not repeat it. */
function useGoToDate(list: EmailList, { moveTo }: Scrolling, active: ActiveEmail, rowHeight: number): void {
  const goal = useGoal(list.key);
  const reached = useRef(goal);
  const latest = useRef(active);
  useEffect(() => {
    latest.current = active;
  });
  useEffect(() => {
    if (!goal || goal === reached.current) return;
    reached.current = goal;
    moveTo(goal.index * rowHeight);
    latest.current.moveTo(goal.index);
  }, [goal, moveTo, rowHeight]);
}

function Rows({ list, query, scrollKey }: { list: EmailList; query: ListQuery; scrollKey: string }) {
  const { t } = useTranslation();
  const { folder, threads } = query;
  const results = resultsOnDemand.use(query.q !== undefined);
  const mailboxes = useMailboxes();
  const scope = useMemo(
    () => (threads ? conversationScope(mailboxes, folder) : undefined),
    [threads, mailboxes, folder],
  );
  const rowHeight = useRowHeight();
  const { count: selectedCount } = useSelection();
  const beginning = useBeginning(list, rowHeight, scrollKey);
  const rows = useMemo(
    () => ({
      ask: (from: number, to: number) => list.ensureRange(from, to),
      areThere: (from: number, to: number) => list.idAt(from) !== undefined && list.idAt(to - 1) !== undefined,
    }),
    [list],
  );
  const scrolling = useRowsInSight({ count: list.total, rowHeight, footer: footerHeight, begin: beginning.top, rows });
  const { first, end, offset, scroller, onScroll } = scrolling;
  const active = useActiveEmail(list, scrolling, scrollKey);
  useScrollPosition({ list, scrolling, beginning, rowHeight, scrollKey, active });
  const onKeyDown = useListKeys(list, scrolling, active);
  const texts = useRowTexts();
  const { email } = useAccount();
  const me = useMemo(() => ({ email, name: texts.me }), [email, texts.me]);
  const ending = accountEnding();
  const events = useRowEvents(active, texts);

  usePrefetch(list, scrolling.top, scrolling.bottom);

  useGoToDate(list, scrolling, active, rowHeight);
  // The toolbar of the selection goes with it, and the focus that was in it.
  const isSelecting = selectedCount > 0;
  const { takeFocus } = active;
  const latestFocus = useRef(takeFocus);
  useEffect(() => {
    latestFocus.current = takeFocus;
  });
  useEffect(() => {
    if (!isSelecting) latestFocus.current();
  }, [isSelecting]);
  const areBare = scrolling.areBare && !isSelecting && hovers.matches;
  const indexes = useMemo(() => indexesToDraw(first, end, active.index), [first, end, active.index]);

  return (
    // The keys belong to the rows inside; the scroller only hears them.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.scroller} ref={scroller} onScroll={onScroll} onKeyDown={onKeyDown}>
      <ul className={styles.list} aria-label={t("list.label")} data-selecting={isSelecting ? "" : undefined}>
        {indexes.map((index) => {
          const id = list.idAt(index);
          const top = index * rowHeight + offset;
          if (id === undefined) return <SkeletonRow key={`skeleton ${index}`} top={top} />;
          const isActive = id === active.id || (active.id === undefined && index === scrolling.top);
          const isBare = areBare && !isActive;
          const row = { id, index, total: list.total, top, folder, ending, scope, me, isActive, isBare, texts, events };
          return query.q === undefined ? (
            <EmailListRow key={id} {...row} />
          ) : (
            // A row that took another's place between press and release would lose the click.
            <Suspense key={id} fallback={<SkeletonRow top={top} />}>
              <FoundRow query={query} {...row} />
            </Suspense>
          );
        })}
        {end === list.total && (
          <li className={styles.end} style={{ top: list.total * rowHeight + offset }}>
            {t("list.noMore")}
            {query.q !== undefined && results && <results.MoreElsewhere query={query} />}
          </li>
        )}
      </ul>
    </div>
  );
}
