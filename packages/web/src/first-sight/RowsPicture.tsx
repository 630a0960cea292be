import { ClipFace } from "../features/email-list/row/ClipFace.tsx";
import { RowMarkup } from "../features/email-list/row/RowMarkup.tsx";
import styles from "../features/email-list/EmailListView.module.css";
import { shortDateIn } from "../i18n/date-formats.ts";
import { categoryOf } from "../mail-ui/category.ts";
import { CategoryFace } from "../mail-ui/CategoryFace.tsx";
import { allowsChange } from "../store/records/allows-change.ts";
import type { RowMarkupProps } from "../features/email-list/row/RowMarkup.tsx";
import type { SeenRow, SeenRows } from "./rows-in-sight.ts";
import type { Sight } from "./sight.ts";

interface RowProps {
  sight: Sight;
  seen: SeenRow;
  texts: RowMarkupProps["texts"];
  maySet(right: "maySetSeen" | "maySetKeywords"): boolean;
}

/** Its buttons as they are while nobody is near them (ui/lazy/DeferredTrigger.tsx). */
function RowPicture({ sight: { query, list, language }, seen, texts, maySet }: RowProps) {
  const { row, isActive } = seen;
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
      {...seen}
      total={list.total}
      folder={query.folder}
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

/** What the list holds. */
export function RowsPicture({ sight, seen, texts }: { sight: Sight; seen: SeenRows; texts: RowMarkupProps["texts"] }) {
  const mailboxes = new Map(sight.mailboxes.map((mailbox) => [mailbox.id, mailbox]));
  return (
    <>
      {seen.rows.map((each) => (
        <RowPicture
          key={each.row.id}
          sight={sight}
          seen={each}
          texts={texts}
          maySet={(right) => allowsChange(each.row, right, (id) => mailboxes.get(id))}
        />
      ))}
      {seen.endTop !== undefined && (
        <li className={styles.end} style={{ top: seen.endTop }}>
          {sight.texts.list.noMore}
        </li>
      )}
    </>
  );
}
