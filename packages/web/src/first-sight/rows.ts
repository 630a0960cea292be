/** The rows in sight, as features/email-list draws them. */
import clipStyles from "../features/email-list/ClipButton.module.css";
import styles from "../features/email-list/LetterRow.module.css";
import markStyles from "../features/email-list/Mark.module.css";
import { peopleOf } from "../features/email-list/people.ts";
import { shortDateIn } from "../i18n/date-formats.ts";
import { categoryIcons, categoryOf } from "../letters/category.ts";
import categoryStyles from "../letters/CategoryMenu.module.css";
import { type EmailRow, isDraft, isFlagged, isImportant, isUnread } from "../store/email-properties.ts";
import { visibleText, withoutHidden } from "../ui/visible-text.ts";
import { el, flag } from "./dom.ts";
import { avatar, icon } from "./pieces.ts";
import type { Sight } from "./sight.ts";

function mark(email: EmailRow): HTMLElement {
  const flagged = isFlagged(email);
  const shown = flagged ? "flag" : isImportant(email) ? "important" : undefined;
  return el(
    "button",
    markStyles["mark"],
    { type: "button", "data-shown": shown },
    shown === "important" && icon("important-filled", { className: markStyles["important"] }),
    icon(flagged ? "flag-filled" : "flag", { className: markStyles["flag"] }),
  );
}

function signs(email: EmailRow): HTMLElement {
  const category = categoryOf(email.keywords);
  return el(
    "span",
    styles["signs"],
    {},
    category && el("button", categoryStyles["button"], { type: "button" }, icon(categoryIcons[category])),
    email.hasAttachment && el("button", clipStyles["clip"], { type: "button" }, icon("clip")),
  );
}

/** @param top in px of the scrolled element */
export function row({ query, texts: { list }, language }: Sight, email: EmailRow, top: number): HTMLElement {
  const { names, first, isRecipient } = peopleOf(email, query.folder);
  const place = el(
    "li",
    styles["row"],
    { "data-unread": flag(isUnread(email)) },
    el("a", styles["link"]),
    el("button", styles["dot"], { type: "button" }),
    el(
      "span",
      styles["person"],
      {},
      // The checkbox shows itself to a pointer, which the picture has none for.
      avatar(first?.name ?? "", first?.email ?? "?"),
    ),
    el(
      "span",
      styles["names"],
      {},
      isDraft(email) && el("span", styles["draft"], {}, list.draft),
      el("bdi", undefined, {}, names || list[isRecipient ? "noRecipient" : "noSender"]),
    ),
    mark(email),
    el(
      "span",
      styles["text"],
      {},
      el("bdi", styles["subject"], {}, visibleText(email.subject?.trim() ?? "") || list.noSubject),
      el("bdi", styles["preview"], {}, withoutHidden(email.preview)),
    ),
    signs(email),
    el("time", styles["date"], {}, shortDateIn(language, new Date(email.receivedAt))),
  );
  place.style.top = `${top}px`;
  return place;
}
