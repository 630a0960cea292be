import { shownName } from "@pismo/jmap";
import { type CSSProperties, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { mainAddress, organizationOf, pictureOf, type SomeCard } from "../../store/contacts/card-names.ts";
import type { ShownCards } from "../../store/contacts/live-cards.ts";
import { ownerOf } from "../../store/session/all-accounts.ts";
import { AccountMark } from "../../mail-ui/AccountMark.tsx";
import frame from "../../mail-ui/windowed/WindowedPage.module.css";
import { PageMessage } from "../../mail-ui/windowed/PageMessage.tsx";
import { useListKeys } from "../../mail-ui/windowed/use-list-keys.ts";
import { Avatar } from "../../ui/avatar/Avatar.tsx";
import { Button } from "../../ui/Button.tsx";
import { useVisibleRange } from "../../mail-ui/windowed/use-visible-range.ts";
import { visibleText } from "../../ui/visible-text.ts";
import styles from "./ContactList.module.css";

/** In px. */
const ROW = 56;

export interface ContactListProps {
  cards: ShownCards;
  /** The card that is open. */
  current: string | undefined;
  addressOf: (id: string) => string;
  isSearched: boolean;
  isGroup: boolean;
}

/** All cards, of which only those in sight are drawn and fetched. */
export function ContactList({ cards, current, addressOf, isSearched, isGroup }: ContactListProps) {
  const { t } = useTranslation();
  const { total, hasFailed, want } = cards;
  if (total === undefined)
    return hasFailed ? (
      <PageMessage role="alert">
        <p>{t("contacts.failed")}</p>
        <Button onClick={() => want(0, 1)}>{t("contacts.retry")}</Button>
      </PageMessage>
    ) : (
      <div className={frame.scroll} />
    );
  if (total === 0)
    return (
      <p className={frame.message}>
        {t(isSearched ? "contacts.nothingFound" : isGroup ? "contacts.emptyGroup" : "contacts.empty")}
      </p>
    );
  return <Rows cards={cards} total={total} current={current} addressOf={addressOf} />;
}

function Rows({
  cards,
  total,
  current,
  addressOf,
}: Omit<ContactListProps, "isSearched" | "isGroup"> & { total: number }) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const { first, end } = useVisibleRange(box, ROW);
  const keys = useListKeys(box, { total, columns: 1, rowHeight: ROW });
  const [from, to] = [Math.min(total, first), Math.min(total, end)];
  const { want } = cards;
  useEffect(() => want(from, to), [want, from, to]);
  const style = { height: total * ROW, "--row": `${ROW}px`, "--before": `${from * ROW}px` } as CSSProperties;
  return (
    <div className={frame.scroll} ref={box}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the links in it */}
      <ul className={frame.lines} aria-label={t("contacts.title")} style={style} onKeyDown={keys.onKeyDown}>
        {Array.from({ length: to - from }, (_, index) => from + index).map((position) => {
          const card = cards.at(position);
          if (!card) return <li key={position} className={frame.waiting} aria-hidden="true" />;
          return (
            <li key={position} data-position={position} aria-setsize={total} aria-posinset={position + 1}>
              <Link
                className={styles.row}
                to={addressOf(card.id)}
                data-main=""
                tabIndex={position === keys.active ? 0 : -1}
                aria-current={card.id === current ? "page" : undefined}
                onFocus={() => keys.onFocus(position)}
              >
                <Face card={card} />
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Face({ card }: { card: SomeCard }) {
  const { t } = useTranslation();
  const name = shownName(card);
  const address = mainAddress(card);
  const owner = ownerOf(card.id);
  const below = address !== name ? address : organizationOf(card);
  return (
    <>
      <Avatar name={name} address={address || name} image={pictureOf(card)} />
      <span className={styles.face}>
        <bdi className={styles.name}>{visibleText(name) || t("contacts.noName")}</bdi>
        {below !== "" && below !== name && <bdi className={styles.below}>{visibleText(below)}</bdi>}
      </span>
      {owner && (
        <span className={styles.account}>
          <AccountMark owner={owner} />
        </span>
      )}
    </>
  );
}
