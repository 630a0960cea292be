import { useTranslation } from "react-i18next";
import { isRouteErrorResponse, Link, useParams, useRouteError } from "react-router";
import { failureNumber } from "../store/index.ts";
import { Logo } from "../ui/Logo.tsx";
import { NotFoundError } from "../ui/NotFoundError.ts";
import { Button } from "../ui/Button.tsx";
import buttonStyles from "../ui/Button.module.css";
import styles from "./ErrorPage.module.css";
import { useTitle } from "./use-title.ts";

/** What went wrong, in a person's words and in the router's, and a way home. */
export function ErrorPage({ isInShell = false }: { isInShell?: boolean }) {
  const { t } = useTranslation();
  const error = useRouteError();
  const { emailId, folder } = useParams();
  const { status, key: general, message } = explain(error);
  const isLabel = error instanceof NotFoundError && error.isLabel;
  const missing = isLabel ? "noLabel" : emailId === undefined ? folder && "noFolder" : "noLetter";
  const key = isInShell && general === "notFound" && missing ? missing : general;
  const number = failureNumber(error);
  const title = t(`shell.error.${key}`);
  useTitle(title);
  return (
    <div
      className={styles.page}
      data-frame=""
      data-in-shell={isInShell ? "" : undefined}
      role={isInShell ? undefined : "main"}
    >
      {!isInShell && (
        <div className={styles.logo} aria-hidden="true">
          <Logo />
        </div>
      )}
      <Envelope />
      {status && <p className={styles.status}>{status}</p>}
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{t(`shell.error.${key}Text`)}</p>
      {number !== undefined && <p className={styles.text}>{t("shell.failure.number", { number })}</p>}
      <div className={styles.ways}>
        {/* A link of the router where the shell lives; a new start where it may be what failed. */}
        <Link
          className={buttonStyles.button}
          data-variant="primary"
          to="/inbox?letters=all"
          reloadDocument={!isInShell && status === undefined}
        >
          {t("shell.error.home")}
        </Link>
        {status === undefined && <Button onClick={() => window.location.reload()}>{t("shell.error.again")}</Button>}
      </div>
      {message && (
        <p className={styles.details} lang="en">
          {message}
        </p>
      )}
    </div>
  );
}

interface Explanation {
  status?: number;
  key: "title" | "notFound" | "methodNotAllowed" | "newVersion";
  message: string;
}

function explain(error: unknown): Explanation {
  if (error instanceof NotFoundError)
    return { status: 404, key: "notFound", message: `404 Not Found: ${error.message}` };
  if (isRouteErrorResponse(error)) {
    const { status, statusText } = error;
    const detail = String(error.data).replace(/^Error: /, "");
    const key = status === 405 ? "methodNotAllowed" : status === 404 ? "notFound" : "title";
    return { status, key, message: `${status} ${statusText}: ${detail}` };
  }
  const message = error instanceof Error ? error.message : "";
  // After an update the server no longer has the files of the version that is open here.
  const isOldVersion = /dynamically imported module|Importing a module script failed/i.test(message);
  return { key: isOldVersion ? "newVersion" : "title", message };
}

/** An inline drawing of an envelope without an address. */
function Envelope() {
  return (
    <svg className={styles.picture} width="160" height="120" viewBox="0 0 160 120" fill="none" aria-hidden="true">
      <ellipse cx="80" cy="110" rx="58" ry="6" fill="currentColor" opacity="0.12" />
      <g
        transform="rotate(-6 80 60)"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinejoin="round"
        strokeLinecap="round"
      >
        <rect x="28" y="24" width="104" height="72" rx="10" fill="var(--container)" />
        <path d="M31 32l43 34a10 10 0 0 0 12 0l43-34" />
      </g>
      <circle cx="126" cy="28" r="17" fill="var(--accent)" stroke="var(--body)" strokeWidth="5" />
      <path
        d="M121.5 24.5a4.5 4.5 0 1 1 6.600 4c-1.400.8-2.1 1.600-2.1 3.200M126 36.300v.1"
        stroke="var(--on-accent)"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
    </svg>
  );
}
