import { ALL_ACCOUNTS_ID } from "@pismo/jmap";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, Navigate } from "react-router";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/files.ts";
import { texts as letterTexts } from "../../i18n/lazy/letter.ts";
import { AccountChoice } from "../../mail-ui/windowed/AccountChoice.tsx";
import { useFileName } from "../../mail-ui/file-names.ts";
import { PageMessage } from "../../mail-ui/windowed/PageMessage.tsx";
import { PageToolbar, SearchInput, ToolbarCount, ToolbarSelect } from "../../mail-ui/windowed/PageToolbar.tsx";
import { type ChangeParam, useSearchParamsChange } from "../../mail-ui/windowed/use-search-params-change.ts";
import frame from "../../mail-ui/windowed/WindowedPage.module.css";
import { useAccount } from "../../store/index.ts";
import { useFileAccounts } from "../../store/files/file-accounts.ts";
import { useFiles } from "../../store/files/files.ts";
import { Button } from "../../ui/Button.tsx";
import { lazyPart } from "../../ui/lazy/fetch-code.ts";
import { LetterLink } from "./FileItem.tsx";
import { FileList } from "./FileList.tsx";
import { FileMembers } from "./FileMembers.tsx";
import { documentKinds, type FileParams, fileParams, orders, queryOf } from "./file-params.ts";
import styles from "./FilesPage.module.css";

addTexts(texts);
addTexts(letterTexts);

/** Fetched when the first file is opened. */
const FilePreview = lazyPart(() => import("../../file-preview/FilePreview.tsx"), "FilePreview");

/** All files of an account's letters, or of all accounts': a grid of pictures, a list of everything else. */
export function FilesPage() {
  const { accountId } = useAccount();
  const isAmongAll = useFileAccounts().some((account) => account.accountId === accountId && account.isAmongAll);
  if (isAmongAll) return <Navigate to={`/files?account=${ALL_ACCOUNTS_ID}&of=${accountId}`} replace />;
  return <Page key={accountId} />;
}

function Page() {
  const { t } = useTranslation();
  const nameOf = useFileName([]);
  const [params, change] = useSearchParamsChange();
  const shown = fileParams(params);
  const files = useFiles(queryOf(shown));
  const { total, hasFailed, want } = files;
  const [opened, setOpened] = useState<number>();
  const file = opened === undefined ? undefined : files.at(opened);
  useEffect(() => {
    if (opened !== undefined) want(opened, opened + 1);
  }, [want, opened]);
  const arePictures = shown.show === "pictures";
  return (
    <section className={frame.page} aria-label={t("shell.files")}>
      <div className={`${frame.card} ${frame.column}`}>
        <Toolbar shown={shown} total={total} change={change} />
        <FileMembers files={files} />
        {total === undefined ? (
          hasFailed && (
            <PageMessage role="alert">
              <p>{t("files.failed")}</p>
              <Button onClick={() => files.want(0, 1)}>{t("files.retry")}</Button>
            </PageMessage>
          )
        ) : total === 0 ? (
          <Nothing isSearched={shown.q !== "" || shown.kind !== undefined}>
            {shown.q !== "" && <AmongOthers shown={shown} />}
          </Nothing>
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
            file={file && { ...file, name: nameOf(file) }}
            position={opened}
            total={total ?? 0}
            onMove={setOpened}
            onClose={() => setOpened(undefined)}
          >
            {file && <LetterLink file={file} isActive />}
          </FilePreview>
        </Suspense>
      )}
    </section>
  );
}

function Nothing({ isSearched, children }: { isSearched: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <PageMessage title={t(isSearched ? "files.nothingFound" : "files.empty")}>
      <p>{t(isSearched ? "files.nothingFoundText" : "files.emptyText")}</p>
      {children}
    </PageMessage>
  );
}

/** What a kind of documents was chosen for is not among pictures. */
function otherAddress(show: FileParams["show"], { q, order, of }: FileParams): string {
  const kept = { ...(q !== "" && { q }), ...(order !== "newest" && { order }), ...(of !== undefined && { of }) };
  return `/files?${new URLSearchParams({ show, ...kept })}`;
}

/** How many the same words find among pictures, where they find no document, and the other way round. */
function AmongOthers({ shown }: { shown: FileParams }) {
  const { t } = useTranslation();
  const show = shown.show === "pictures" ? "documents" : "pictures";
  const { total = 0, want } = useFiles(queryOf({ ...shown, show, kind: undefined }));
  useEffect(() => want(0, 1), [want]);
  if (total === 0) return null;
  return (
    <p>
      <Link to={otherAddress(show, shown)} replace>
        {t("files.amongOthers", { name: t(`files.${show}`), count: total })}
      </Link>
    </p>
  );
}

interface ToolbarProps {
  shown: FileParams;
  total: number | undefined;
  change: ChangeParam;
}

function Toolbar({ shown, total, change }: ToolbarProps) {
  const { t } = useTranslation();
  const accounts = useFileAccounts();
  const choose = (accountId: string): void => {
    const isAmongAll = accounts.find((account) => account.accountId === accountId)?.isAmongAll === true;
    change("account", isAmongAll ? ALL_ACCOUNTS_ID : accountId, { of: isAmongAll ? accountId : "" });
  };
  return (
    <PageToolbar className={styles.toolbar}>
      <nav className={styles.choices} aria-label={t("files.choose")}>
        {(["documents", "pictures"] as const).map((show) => (
          <Link
            key={show}
            className={styles.choice}
            to={otherAddress(show, shown)}
            replace
            aria-current={show === shown.show ? "page" : undefined}
          >
            {t(`files.${show}`)}
          </Link>
        ))}
      </nav>
      <SearchInput label={t("files.search")} value={shown.q} onChange={(value) => change("q", value)} />
      {accounts.length > 1 && (
        <AccountChoice label={t("files.account")} offered={accounts} chosen={shown.of} onChoose={choose} />
      )}
      {shown.show === "documents" && (
        <ToolbarSelect label={t("files.kind")} value={shown.kind ?? ""} onChange={(value) => change("kind", value)}>
          <option value="">{t("files.anyKind")}</option>
          {documentKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`files.kinds.${kind}`)}
            </option>
          ))}
        </ToolbarSelect>
      )}
      <ToolbarSelect
        label={t("files.order")}
        value={shown.order}
        onChange={(value) => change("order", value === "newest" ? "" : value)}
      >
        {orders.map((order) => (
          <option key={order} value={order}>
            {t(`files.orders.${order}`)}
          </option>
        ))}
      </ToolbarSelect>
      <ToolbarCount>{total !== undefined && t("files.count", { count: total })}</ToolbarCount>
    </PageToolbar>
  );
}
