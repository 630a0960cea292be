import { useTranslation } from "react-i18next";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/newsletters.ts";
import { texts as readingTexts } from "../../i18n/lazy/reading.ts";
import { AccountChoice } from "../../mail-ui/windowed/AccountChoice.tsx";
import { PageMessage } from "../../mail-ui/windowed/PageMessage.tsx";
import { PageToolbar, SearchInput, ToolbarCount, ToolbarSelect } from "../../mail-ui/windowed/PageToolbar.tsx";
import { type ChangeParam, useSearchParamsChange } from "../../mail-ui/windowed/use-search-params-change.ts";
import frame from "../../mail-ui/windowed/WindowedPage.module.css";
import { useAccount, useAccounts } from "../../store/index.ts";
import { type NewsletterOrder, useNewsletterAccounts, useNewsletters } from "../../store/newsletters/newsletters.ts";
import { realAccounts, shownAccounts, useShowsAllAccounts } from "../../store/session/all-accounts.ts";
import { Button } from "../../ui/Button.tsx";
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
    <section className={frame.page} aria-label={t("newsletters.title")}>
      <div className={`${frame.card} ${frame.column}`}>{isOffered ? <Shown key={accountId} /> : <NotOffered />}</div>
    </section>
  );
}

function NotOffered() {
  const { t } = useTranslation();
  const [, change] = useSearchParamsChange();
  return (
    <>
      <PageToolbar>
        <NewsletterAccountChoice change={change} />
      </PageToolbar>
      <PageMessage title={t("newsletters.notOffered")}>
        <p>{t("newsletters.notOfferedText")}</p>
      </PageMessage>
    </>
  );
}

function Shown() {
  const { t } = useTranslation();
  const [params, change] = useSearchParamsChange();
  const text = params.get("q") ?? "";
  const emailId = params.get("email");
  const order = orders.find((each) => each === params.get("order")) ?? "newestAt";
  const newsletters = useNewsletters({ filter: emailId === null ? (text === "" ? {} : { text }) : { emailId }, order });
  const { total, hasFailed } = newsletters;
  return (
    <>
      {emailId === null ? (
        <>
          <Toolbar text={text} order={order} total={total} change={change} />
          <LeftOut />
        </>
      ) : (
        <PageToolbar>
          <h2 className={styles.heading}>{t("newsletters.ofLetter")}</h2>
          <Button onClick={() => change("email", "")}>{t("newsletters.showAll")}</Button>
        </PageToolbar>
      )}
      {total === undefined ? (
        hasFailed && (
          <PageMessage role="alert" title={t("newsletters.failed")}>
            <Button onClick={() => newsletters.want(0, 1)}>{t("newsletters.retry")}</Button>
          </PageMessage>
        )
      ) : total > 0 ? (
        <NewsletterList key={`${text} ${emailId} ${order}`} newsletters={newsletters} total={total} />
      ) : emailId !== null ? (
        <PageMessage title={t("newsletters.notOfLetter")} />
      ) : text === "" ? (
        <PageMessage title={t("newsletters.empty")}>
          <p>{t("newsletters.emptyText")}</p>
        </PageMessage>
      ) : (
        <PageMessage title={t("newsletters.nothingFound")}>
          <p>{t("newsletters.nothingFoundText")}</p>
        </PageMessage>
      )}
    </>
  );
}

/** Of several accounts together, those at other servers: their newsletters are not among the others. */
function LeftOut() {
  const { t } = useTranslation();
  const accounts = realAccounts(useAccounts());
  const counted = shownAccounts();
  if (!useShowsAllAccounts() || counted.length === accounts.length) return null;
  const names = accounts
    .filter(({ accountId }) => !counted.includes(accountId))
    .map(({ name }) => visibleText(name))
    .join(", ");
  return <p className={styles.leftOut}>{t("newsletters.leftOut", { names })}</p>;
}

interface ToolbarProps {
  text: string;
  order: NewsletterOrder;
  total: number | undefined;
  change: ChangeParam;
}

function Toolbar({ text, order, total, change }: ToolbarProps) {
  const { t } = useTranslation();
  return (
    <PageToolbar>
      <SearchInput label={t("newsletters.search")} value={text} onChange={(value) => change("q", value)} />
      <NewsletterAccountChoice change={change} />
      <ToolbarSelect
        label={t("newsletters.order")}
        value={order}
        onChange={(value) => change("order", value === "newestAt" ? "" : value)}
      >
        {orders.map((each) => (
          <option key={each} value={each}>
            {t(`newsletters.orders.${each}`)}
          </option>
        ))}
      </ToolbarSelect>
      <ToolbarCount>{total !== undefined && t("newsletters.count", { count: total })}</ToolbarCount>
    </PageToolbar>
  );
}

function NewsletterAccountChoice({ change }: { change: ChangeParam }) {
  const { t } = useTranslation();
  const offered = useNewsletterAccounts();
  return (
    <AccountChoice
      label={t("newsletters.account")}
      offered={offered}
      onChoose={(accountId) => change("account", accountId)}
    />
  );
}
