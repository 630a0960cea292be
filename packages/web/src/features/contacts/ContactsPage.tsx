import { ADDRESS_BOOK_SERVERS, type ContactCard, shownName } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams } from "react-router";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/contacts.ts";
import { useAccount, useAccounts } from "../../store/index.ts";
import { ownerOf, realAccounts, shownAccounts } from "../../store/session/all-accounts.ts";
import { AccountChoice } from "../../mail-ui/windowed/AccountChoice.tsx";
import { hasCapability } from "../../store/session/has-capability.ts";
import { useSessionState } from "../../store/session/session.ts";
import { hasContactsIn, useHasContacts } from "../../store/contacts/has-contacts.ts";
import { useCards } from "../../store/contacts/live-cards.ts";
import { useGroups } from "../../store/contacts/one-card.ts";
import frame from "../../mail-ui/windowed/WindowedPage.module.css";
import { SearchInput } from "../../mail-ui/windowed/PageToolbar.tsx";
import { useSearchParamsChange } from "../../mail-ui/windowed/use-search-params-change.ts";
import { Button } from "../../ui/Button.tsx";
import { Select } from "../../ui/Field.tsx";
import { lateIcons } from "../../ui/icons/late-icons.ts";
import { visibleText } from "../../ui/visible-text.ts";
import { ContactList } from "./ContactList.tsx";
import { ContactPane } from "./ContactPane.tsx";
import styles from "./ContactsPage.module.css";
import { FileMenu } from "./FileMenu.tsx";
import { GroupBar } from "./GroupBar.tsx";
import { GroupNameDialog } from "./GroupNameDialog.tsx";
import { MissingContacts } from "./MissingContacts.tsx";

addTexts(texts);

/** The value of the choice that makes a group. */
const NEW_GROUP = "new";

/** The people of the shown account, or of all together: a list, and one card beside it or, on narrow screens, in its place. */
export function ContactsPage() {
  const { t } = useTranslation();
  const { accountId } = useAccount();
  const hasContacts = useHasContacts();
  const accounts = realAccounts(useAccounts()).filter((account) => hasContactsIn(account.accountId));
  useFreshContacts();
  if (hasContacts) return <Page key={accountId} />;
  return (
    <section className={frame.page}>
      <div className={frame.card}>
        <div className={frame.message}>
          <p>{t("contacts.notOffered")}</p>
          <ul className={styles.accounts}>
            {accounts.map((account) => (
              <li key={account.accountId}>
                <Link className={styles.account} to={`/contacts?account=${encodeURIComponent(account.accountId)}`}>
                  {visibleText(account.email)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

/** Where another server has them too, they are compared with it now. */
function useFreshContacts(): void {
  const servers = useSessionState(({ session }) =>
    shownAccounts()
      .filter((id) => hasCapability(session, id, ADDRESS_BOOK_SERVERS))
      .join(" "),
  );
  useEffect(() => {
    if (servers === "") return;
    // Where ours is away, the next comparison comes by itself.
    import("../../store/contacts/address-book-server.ts")
      .then(({ lookAtAddressBooks }) => Promise.all(servers.split(" ").map(lookAtAddressBooks)))
      .catch(() => undefined);
  }, [servers]);
}

/** Of a group, and where several accounts are shown together, of its account. */
function groupName(group: ContactCard): string {
  const owner = ownerOf(group.id);
  return visibleText(owner ? `${shownName(group)} (${owner.name})` : shownName(group));
}

function Page() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { cardId } = useParams();
  const [params, change] = useSearchParamsChange();
  const [isNaming, setNaming] = useState(false);
  const text = params.get("q") ?? "";
  const groups = useGroups() ?? [];
  const group = groups.find(({ id }) => id === params.get("group"));
  const accounts = useAccounts().filter(({ accountId }) => hasContactsIn(accountId));
  const members = Object.keys(group?.members ?? {});
  const cards = useCards({ text: text.trim(), group: group && { id: group.id, members } });
  const addressOf = (id: string): string => `/contacts/${id}${params.size > 0 ? `?${params}` : ""}`;
  return (
    <section className={frame.page} aria-label={t("contacts.title")}>
      <div className={`${frame.card} ${styles.card}`} data-open={cardId ? "" : undefined}>
        <div className={styles.side}>
          <div className={styles.toolbar}>
            <SearchInput
              className={styles.search}
              label={t("contacts.search")}
              value={text}
              onChange={(value) => change("q", value)}
            />
            <Select
              className={styles.select ?? ""}
              aria-label={t("contacts.group")}
              value={group?.id ?? ""}
              onChange={({ target }) => (target.value === NEW_GROUP ? setNaming(true) : change("group", target.value))}
            >
              <option value="">{t("contacts.all")}</option>
              {groups.map((each) => (
                <option key={each.id} value={each.id}>
                  {groupName(each)}
                </option>
              ))}
              <option value={NEW_GROUP}>{t("contacts.newGroup")}</option>
            </Select>
            {accounts.length > 1 && (
              <div className={styles.select}>
                <AccountChoice
                  label={t("contacts.account")}
                  offered={accounts}
                  onChoose={(accountId) => void navigate(`/contacts?account=${encodeURIComponent(accountId)}`)}
                />
              </div>
            )}
            <Button icon={lateIcons.plus} onClick={() => void navigate(addressOf("new"))}>
              {t("contacts.new")}
            </Button>
            <FileMenu />
          </div>
          {group && <GroupBar group={group} onRemoved={() => change("group", "")} />}
          <MissingContacts missing={cards.missing} />
          <p className="visually-hidden" role="status">
            {cards.total !== undefined && t("contacts.count", { count: cards.total })}
          </p>
          <ContactList
            key={`${text} ${group?.id ?? ""}`}
            cards={cards}
            current={cardId}
            addressOf={addressOf}
            isSearched={text.trim() !== ""}
            isGroup={group !== undefined}
          />
        </div>
        <div className={styles.pane}>
          {cardId ? (
            <ContactPane key={cardId} cardId={cardId} groups={groups} addressOf={addressOf} />
          ) : (
            <p className={frame.message}>{t("contacts.choose")}</p>
          )}
        </div>
      </div>
      {isNaming && (
        <GroupNameDialog
          onDone={(id) => {
            setNaming(false);
            if (id) change("group", id);
          }}
        />
      )}
    </section>
  );
}
