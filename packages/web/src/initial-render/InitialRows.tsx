import { categories, type Category } from "@pismo/jmap";
import type { InitialTexts } from "../i18n/initial-render.ts";
import { type ConversationRow, conversationRow } from "../features/email-list/row/conversation-row.ts";
import { ClipFace } from "../features/email-list/row/ClipFace.tsx";
import { RowMarkup } from "../features/email-list/row/RowMarkup.tsx";
import styles from "../features/email-list/EmailListView.module.css";
import { shortDateIn } from "../i18n/date-formats.ts";
import { categoryOf } from "../mail-ui/categories/category.ts";
import { CategoryFace } from "../mail-ui/categories/CategoryFace.tsx";
import { conversationScope } from "../store/records/conversation.ts";
import type { EmailRow } from "../store/records/email-properties.ts";
import { accountEnding } from "../store/session/account-address.ts";
import { allowsChange } from "../store/mailboxes/allows-change.ts";
import type { RowMarkupProps } from "../features/email-list/row/RowMarkup.tsx";
import type { VisibleRow, VisibleRows } from "./visible-rows.ts";
import type { InitialView } from "./initial-view.ts";

/** The texts of a row, as the list's own hook looks them up (features/email-list/row/use-row-texts.ts). */
export function rowTexts({ list, categories: { names, button } }: InitialTexts): RowMarkupProps["texts"] {
  const [before = "", after = ""] = list.select.split("{{subject}}");
  const labels = categories.map((each) => [each, button.replace("{{name}}", () => names[each])]);
  return {
    ...list,
    select: (subject) => before + subject + after,
    categoryButton: Object.fromEntries(labels) as Record<Category, string>,
  };
}

interface RowProps {
  view: InitialView;
  visible: VisibleRow;
  conversation: ConversationRow;
  texts: RowMarkupProps["texts"];
  ending: string;
  maySet(right: "maySetSeen" | "maySetKeywords"): boolean;
}

/** Its buttons are those that the client renders before a pointer or the focus is on them (ui/lazy). */
function InitialRow({ view: { query, list, language }, visible, conversation, texts, ending, maySet }: RowProps) {
  const { isActive } = visible;
  const { row, count } = conversation;
  const category = categoryOf(row.keywords);
  const tabIndex = isActive ? 0 : -1;
  const maySetKeywords = maySet("maySetKeywords");
  const signs = (
    <>
      {category && maySetKeywords && (
        <CategoryFace
          category={category}
          label={texts.categoryButton[category]}
          tabIndex={tabIndex}
          aria-haspopup="menu"
          aria-expanded={false}
        />
      )}
      {row.hasAttachment && (
        <ClipFace label={texts.showFiles} tabIndex={tabIndex} aria-haspopup="dialog" aria-expanded={false} />
      )}
    </>
  );
  return (
    <RowMarkup
      {...visible}
      row={row}
      count={count}
      total={list.total}
      folder={query.folder}
      ending={ending}
      isSelected={false}
      maySetSeen={maySet("maySetSeen")}
      maySetKeywords={maySetKeywords}
      dateText={shortDateIn(language, new Date(row.receivedAt))}
      texts={texts}
      signs={signs}
      events={undefined}
    />
  );
}

/** The content of the list. */
export function InitialRows({ view, visible }: { view: InitialView; visible: VisibleRows }) {
  const texts = rowTexts(view.texts);
  const ending = accountEnding();
  const scope = conversationScope(view.mailboxes, view.query.folder);
  const rows = new Map(view.rows.map((row) => [row.id, row]));
  const threads = new Map(view.threads?.map(({ id, emailIds }) => [id, emailIds]));
  const me = { email: view.account.email, name: texts.me };
  const conversationOf = (row: EmailRow): ConversationRow =>
    conversationRow(
      row,
      (threads.get(row.threadId) ?? []).flatMap((id) => rows.get(id) ?? []),
      scope,
      me,
    );
  const mailboxes = new Map(view.mailboxes.map((mailbox) => [mailbox.id, mailbox]));
  return (
    <>
      {visible.rows.map((each) => (
        <InitialRow
          key={each.row.id}
          view={view}
          visible={each}
          conversation={conversationOf(each.row)}
          texts={texts}
          ending={ending}
          maySet={(right) => allowsChange(each.row, right, (id) => mailboxes.get(id))}
        />
      ))}
      {visible.endTop !== undefined && (
        <li className={styles.end} style={{ top: visible.endTop }}>
          {view.texts.list.noMore}
        </li>
      )}
    </>
  );
}
