import { ALL_ACCOUNTS_ID, type Id } from "@pismo/jmap";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { NavigationType, useLocation, useNavigationType, useParams, useSearchParams } from "react-router";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/letter.ts";
import { withNumber } from "../../mail-ui/failure-text.ts";
import { isGoingBack } from "../../mail-ui/use-back.ts";
import { isBeingLeft } from "../../mail-ui/use-navigate-when-loaded.ts";
import { afterPaint, prefetchEmail, useEmail, useEmailRow, usePreferences } from "../../store/index.ts";
import { useFolderNeighbours } from "../../store/lists/folder-neighbours.ts";
import { namingAccount } from "../../store/session/account-address.ts";
import { useIsOfAllAccounts } from "../../store/session/all-accounts.ts";
import { Button } from "../../ui/Button.tsx";
import { NotFoundError } from "../../ui/NotFoundError.ts";
import { Answers } from "./Answers.tsx";
import { Conversation } from "./Conversation.tsx";
import { EmailCard } from "./cards/EmailCard.tsx";
import { EmailTitle } from "./cards/EmailTitle.tsx";
import { EmailSkeleton, ToolbarSkeleton } from "./EmailSkeleton.tsx";
import { EmailToolbar } from "./EmailToolbar.tsx";
import { ThreadLetters } from "./thread/ThreadLetters.tsx";
import { useThread } from "./thread/use-thread.ts";
import { useEmailKeys } from "./use-email-keys.ts";
import { useMarkAsRead } from "./use-mark-as-read.ts";
import { useOtherAccount } from "./use-other-account.ts";
import { useReplyByAddress } from "./use-reply-by-address.ts";
import { useWays } from "./use-ways.ts";
import { visibleText } from "../../ui/visible-text.ts";
import styles from "./EmailPage.module.css";

addTexts(texts);

/** One Email, as the address names it. */
export function EmailPage() {
  const { emailId = "" } = useParams();
  // The server would refuse to look for it (RFC 8620, section 1.2).
  if (!/^[A-Za-z0-9_-]{1,255}$/.test(emailId)) throw new NotFoundError(`/email/${emailId}`);
  const isElsewhere = useIsOfAllAccounts(emailId);
  const [, setParams] = useSearchParams();
  useEffect(() => {
    // A link from another tab, or from another time.
    if (isElsewhere) setParams((before) => namingAccount(before, ALL_ACCOUNTS_ID), { replace: true });
  }, [isElsewhere, setParams]);
  return isElsewhere ? null : <Page key={emailId} id={emailId} />;
}

function Page({ id }: { id: Id }) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const { key } = useLocation();
  const { status, failureNumber, email, threadIds } = useEmail(id);
  const isSought = useOtherAccount(id, status === "notFound");
  const { collapseThreads } = usePreferences();
  // The list has brought the row: what can be done with the Email need not wait for its text.
  const row = useEmailRow(id);
  const ways = useWays(row?.mailboxIds);
  const neighbours = useFolderNeighbours(id, row && ways.folder);
  const top = useRef<HTMLDivElement>(null);
  const article = useRef<HTMLElement>(null);
  // As the page was opened: a preview of a file is a step of the history as well.
  const [isWay] = useState(useNavigationType() !== NavigationType.Pop);
  const thread = useThread(row, threadIds, ways.folder);
  // In a conversation each letter that is open marks itself.
  useMarkAsRead(thread ? undefined : email);
  useEmailKeys(neighbours, ways);
  useReplyByAddress(id, status === "ready");

  // The page of a letter begins at its top, whatever was read before.
  useEffect(() => {
    // A conversation that is there has scrolled to where reading begins.
    if (!top.current?.querySelector("[data-thread-letter]")) top.current?.scrollIntoView();
    // The link or the button that led here is gone, and the focus with it. The first page of all leaves it alone.
    if (isWay && document.activeElement === document.body) article.current?.focus({ preventScroll: true });
  }, [isWay]);
  useEffect(() => {
    if (status !== "ready") return undefined;
    return afterPaint(() => {
      prefetchEmail(neighbours.next);
      prefetchEmail(neighbours.previous);
    });
  }, [status, neighbours]);

  if (status === "notFound") {
    // It was moved into another account, or destroyed, and its list is on the way.
    if (isSought || isGoingBack(key) || isBeingLeft()) return null;
    throw new NotFoundError(`/email/${id}`);
  }
  if (status === "error" || status === "elsewhere") {
    return (
      <div className={styles.page}>
        <section className={styles.card} role="alert">
          <p>{status === "error" ? withNumber(t("letter.failed"), failureNumber, t) : t("letter.elsewhere")}</p>
          <Button variant="primary" onClick={() => prefetchEmail(id)}>
            {t("letter.retry")}
          </Button>
        </section>
      </div>
    );
  }
  const subject = visibleText(row?.subject?.trim() ?? params.get("title") ?? "");
  return (
    <div className={styles.page} ref={top}>
      <article
        ref={article}
        tabIndex={-1}
        className={styles.card}
        aria-label={subject || t("letter.noSubject")}
        aria-busy={!email}
      >
        {row ? (
          <EmailToolbar {...{ id, neighbours, ways }} isConversation={Array.isArray(thread)} />
        ) : (
          <ToolbarSkeleton />
        )}
        {row && Array.isArray(thread) ? (
          <>
            <EmailTitle email={row} {...(email && { whole: email.subject })} />
            <ThreadLetters id={id} rows={thread} ways={ways} />
          </>
        ) : email && !thread ? (
          <>
            <EmailTitle email={email} />
            <EmailCard email={email} />
            <Answers id={id} folder={ways.folder} />
          </>
        ) : (
          <EmailSkeleton subject={subject} row={row} />
        )}
      </article>
      {email && !collapseThreads && <Conversation id={id} threadIds={threadIds} />}
    </div>
  );
}
