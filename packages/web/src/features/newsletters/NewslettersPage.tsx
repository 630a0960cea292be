import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/newsletters.ts";
import { texts as readingTexts } from "../../i18n/lazy/reading.ts";
import { useAccount } from "../../store/index.ts";
import { type NewsletterOrder, useNewsletterAccounts, useNewsletters } from "../../store/newsletters/newsletters.ts";
import { isAllAccounts } from "../../store/session/all-accounts.ts";
import { Button } from "../../ui/Button.tsx";
import { Input, Select } from "../../ui/Field.tsx";
import { visibleText } from "../../ui/visible-text.ts";
import { NewsletterList } from "./NewsletterList.tsx";
import styles from "./NewslettersPage.module.css";

addTexts(texts);
addTexts(readingTexts);

const orders: readonly NewsletterOrder[] = ["newestAt", "emailsPerMonth", "totalEmails", "openedEmails", "name"];

/** Everything that an account is subscribed to. */
export function NewslettersPage() {
  const { t } = useTranslation();
  const { accountId } = useAccount();
  const accounts = useNewsletterAccounts();
  const isOffered = accounts.some((account) => account.accountId === accountId);
  return (
    <section className={styles.page} aria-label={t("newsletters.title")}>
      <div className={styles.card}>{isOffered ? <Shown key={accountId} /> : <NotOffered />}</div>
    </section>
  );
}

type Change = (name: string, value: string) => void;

function useChange(): [URLSearchParams, Change] {
  const [params, setParams] = useSearchParams();
  const change: Change = (name, value) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === "") next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return [params, change];
}

function NotOffered() {
  const { t } = useTranslation();
  const [, change] = useChange();
  return (
    <>
      <div className={styles.toolbar}>
        <AccountChoice onChoose={(accountId) => change("account", accountId)} />
      </div>
      <Message title={t("newsletters.notOffered")}>
        <p>{t("newsletters.notOfferedText")}</p>
      </Message>
    </>
  );
}

function Shown() {
  const { t } = useTranslation();
  const [params, change] = useChange();
  const text = params.get("q") ?? "";
  const emailId = params.get("email");
  const order = orders.find((each) => each === params.get("order")) ?? "newestAt";
  const newsletters = useNewsletters({ filter: emailId === null ? (text === "" ? {} : { text }) : { emailId }, order });
  const { total, hasFailed } = newsletters;
  return (
    <>
      {emailId === null ? (
        <Toolbar text={text} order={order} total={total} change={change} />
      ) : (
        <div className={styles.toolbar}>
          <h2 className={styles.heading}>{t("newsletters.ofLetter")}</h2>
          <Button onClick={() => change("email", "")}>{t("newsletters.showAll")}</Button>
        </div>
      )}
      {total === undefined ? (
        hasFailed && (
          <Message role="alert" title={t("newsletters.failed")}>
            <Button onClick={() => newsletters.want(0, 1)}>{t("newsletters.retry")}</Button>
          </Message>
        )
      ) : total > 0 ? (
        <NewsletterList key={`${text} ${emailId} ${order}`} newsletters={newsletters} total={total} />
      ) : emailId !== null ? (
        <Message title={t("newsletters.notOfLetter")} />
      ) : text === "" ? (
        <Message title={t("newsletters.empty")}>
          <p>{t("newsletters.emptyText")}</p>
        </Message>
      ) : (
        <Message title={t("newsletters.nothingFound")}>
          <p>{t("newsletters.nothingFoundText")}</p>
        </Message>
      )}
    </>
  );
}

function Message({ title, role, children }: { title: string; role?: "alert"; children?: ReactNode }) {
  return (
    <div className={styles.message} role={role}>
      <p className={styles.title}>{title}</p>
      {children}
    </div>
  );
}

interface ToolbarProps {
  text: string;
  order: NewsletterOrder;
  total: number | undefined;
  change: Change;
}

function Toolbar({ text, order, total, change }: ToolbarProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className={styles.toolbar}>
      <Input
        className={styles.search ?? ""}
        type="search"
        value={text}
        placeholder={t("newsletters.search")}
        aria-label={t("newsletters.search")}
        onChange={({ target }) => change("q", target.value)}
      />
      <AccountChoice onChoose={(accountId) => change("account", accountId)} />
      <Select
        id={`${id}-order`}
        className={styles.select ?? ""}
        aria-label={t("newsletters.order")}
        value={order}
        onChange={({ target }) => change("order", target.value === "newestAt" ? "" : target.value)}
      >
        {orders.map((each) => (
          <option key={each} value={each}>
            {t(`newsletters.orders.${each}`)}
          </option>
        ))}
      </Select>
      <p className={styles.count} role="status">
        {total !== undefined && t("newsletters.count", { count: total })}
      </p>
    </div>
  );
}

/** Where there is another account to choose. */
function AccountChoice({ onChoose }: { onChoose: (accountId: string) => void }) {
  const { t } = useTranslation();
  const id = useId();
  const offered = useNewsletterAccounts();
  const shown = useAccount();
  const accounts = offered.some(({ accountId }) => accountId === shown.accountId) ? offered : [shown, ...offered];
  if (accounts.length < 2) return null;
  return (
    <Select
      id={id}
      className={styles.select ?? ""}
      aria-label={t("newsletters.account")}
      value={shown.accountId}
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
