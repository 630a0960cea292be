import { lazy, Suspense, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/files.ts";
import { texts as letterTexts } from "../../i18n/lazy/letter.ts";
import { useAccount } from "../../store/index.ts";
import { useFileAccounts } from "../../store/files/file-accounts.ts";
import { useFiles } from "../../store/files/files.ts";
import { isAllAccounts } from "../../store/session/all-accounts.ts";
import { Button } from "../../ui/Button.tsx";
import { Input, Select } from "../../ui/Field.tsx";
import { visibleText } from "../../ui/visible-text.ts";
import { LetterLink, nameOf } from "./FileItem.tsx";
import { FileList } from "./FileList.tsx";
import { FileMembers } from "./FileMembers.tsx";
import { documentKinds, type FileParams, fileParams, orders, queryOf } from "./file-params.ts";
import styles from "./FilesPage.module.css";

addTexts(texts);
addTexts(letterTexts);

/** Fetched when the first file is opened. */
const FilePreview = lazy(async () => ({ default: (await import("../../file-preview/FilePreview.tsx")).FilePreview }));

/** All files of an account's letters, or of all accounts': a grid of pictures, a list of everything else. */
export function FilesPage() {
  const { accountId } = useAccount();
  return <Page key={accountId} />;
}

function withParam(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value === "") next.delete(name);
  else next.set(name, value);
  return next;
}

function Page() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const shown = fileParams(params);
  const files = useFiles(queryOf(shown));
  const { total, hasFailed, want } = files;
  const [opened, setOpened] = useState<number>();
  const file = opened === undefined ? undefined : files.at(opened);
  useEffect(() => {
    if (opened !== undefined) want(opened, opened + 1);
  }, [want, opened]);
  const change = (name: string, value: string): void =>
    setParams((before) => withParam(before, name, value), { replace: true });
  const arePictures = shown.show === "pictures";
  return (
    <section className={styles.page} aria-label={t("shell.files")}>
      <div className={styles.card}>
        <Toolbar shown={shown} total={total} change={change} />
        <FileMembers files={files} />
        {total === undefined ? (
          hasFailed && (
            <div className={styles.message} role="alert">
              <p>{t("files.failed")}</p>
              <Button onClick={() => files.want(0, 1)}>{t("files.retry")}</Button>
            </div>
          )
        ) : total === 0 ? (
          <Nothing isSearched={shown.q !== "" || shown.kind !== undefined} />
        ) : (
          <FileList
            key={JSON.stringify(shown)}
            files={files}
            total={total}
            arePictures={arePictures}
            onOpen={setOpened}
          />
        )}
      </div>
      {opened !== undefined && (
        <Suspense>
          <FilePreview
            file={file && { ...file, name: nameOf(file, t) }}
            position={opened}
            total={total ?? 0}
            onMove={setOpened}
            onClose={() => setOpened(undefined)}
          >
            {file && <LetterLink file={file} isActive replaces />}
          </FilePreview>
        </Suspense>
      )}
    </section>
  );
}

function Nothing({ isSearched }: { isSearched: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={styles.message}>
      <p className={styles.title}>{t(isSearched ? "files.nothingFound" : "files.empty")}</p>
      <p>{t(isSearched ? "files.nothingFoundText" : "files.emptyText")}</p>
    </div>
  );
}

interface ToolbarProps {
  shown: FileParams;
  total: number | undefined;
  change: (name: string, value: string) => void;
}

function Toolbar({ shown, total, change }: ToolbarProps) {
  const { t } = useTranslation();
  const id = useId();
  const choices = (show: FileParams["show"]): URLSearchParams =>
    new URLSearchParams({ show, ...(shown.q !== "" && { q: shown.q }) });
  return (
    <div className={styles.toolbar}>
      <nav className={styles.choices} aria-label={t("files.choose")}>
        {(["documents", "pictures"] as const).map((show) => (
          <Link
            key={show}
            className={styles.choice}
            to={`/files?${choices(show)}`}
            replace
            aria-current={show === shown.show ? "page" : undefined}
          >
            {t(`files.${show}`)}
          </Link>
        ))}
      </nav>
      <Input
        className={styles.search ?? ""}
        type="search"
        value={shown.q}
        placeholder={t("files.search")}
        aria-label={t("files.search")}
        onChange={({ target }) => change("q", target.value)}
      />
      <AccountChoice onChoose={(accountId) => change("account", accountId)} />
      {shown.show === "documents" && (
        <Select
          id={`${id}-kind`}
          className={styles.select ?? ""}
          aria-label={t("files.kind")}
          value={shown.kind ?? ""}
          onChange={({ target }) => change("kind", target.value)}
        >
          <option value="">{t("files.anyKind")}</option>
          {documentKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`files.kinds.${kind}`)}
            </option>
          ))}
        </Select>
      )}
      <Select
        id={`${id}-order`}
        className={styles.select ?? ""}
        aria-label={t("files.order")}
        value={shown.order}
        onChange={({ target }) => change("order", target.value === "newest" ? "" : target.value)}
      >
        {orders.map((order) => (
          <option key={order} value={order}>
            {t(`files.orders.${order}`)}
          </option>
        ))}
      </Select>
      <p className={styles.count} role="status">
        {total !== undefined && t("files.count", { count: total })}
      </p>
    </div>
  );
}

/** Where there is more than one account with files. */
function AccountChoice({ onChoose }: { onChoose: (accountId: string) => void }) {
  const { t } = useTranslation();
  const id = useId();
  const withFiles = useFileAccounts();
  const shown = useAccount();
  const { accountId } = shown;
  if (withFiles.length < 2) return null;
  const accounts = withFiles.some((account) => account.accountId === accountId) ? withFiles : [shown, ...withFiles];
  return (
    <Select
      id={id}
      className={styles.select ?? ""}
      aria-label={t("files.account")}
      value={accountId}
      onChange={({ target }) => onChoose(target.value)}
    >
      {accounts.map((account) => (
        <option key={account.accountId} value={account.accountId}>
          {isAllAccounts(account) ? t("shell.allAccounts") : visibleText(account.name)}
        </option>
      ))}
    </Select>
  );
}
