/** The navigation, as features/folder-nav draws it. */
import { folderIcons } from "../features/folder-nav/folder-icons.ts";
import styles from "../features/folder-nav/FolderNav.module.css";
import { numberIn } from "../i18n/number-formats.ts";
import { customFolders, folderName, type FolderNode, specialFolders } from "../store/folders.ts";
import type { IconName } from "../ui/icons.ts";
import { visibleText } from "../ui/visible-text.ts";
import { el, flag } from "./dom.ts";
import { icon, iconButton } from "./pieces.ts";
import type { Sight } from "./sight.ts";

interface Line {
  folder: string;
  label: string;
  icon: IconName;
  unread?: number;
  total?: number;
}

const labelled = (name: IconName, label: string): HTMLElement[] => [
  el("span", styles["icon"], {}, icon(name)),
  el("span", styles["label"], {}, label),
];

function navLine({ query, isRail, language }: Sight, { folder, label, icon: name, unread = 0, total = 0 }: Line) {
  const count = unread || total;
  const shown = isRail && count > 99 ? "99+" : numberIn(language, count);
  return el(
    "a",
    styles["link"],
    { "aria-current": folder === query.folder ? "page" : undefined, "data-unread": flag(unread > 0) },
    ...labelled(name, label),
    count > 0 && el("span", styles["count"], {}, el("span", undefined, {}, shown)),
  );
}

function branch(sight: Sight, { mailbox, depth, children }: FolderNode): HTMLElement {
  const line: Line = {
    folder: mailbox.id,
    label: visibleText(mailbox.name),
    icon: "folder",
    unread: mailbox.unreadEmails,
  };
  const folder = el(
    "div",
    styles["folder"],
    {},
    children.length > 0 && el("button", styles["fold"], { type: "button" }, icon("chevron-down", { size: 14 })),
    navLine(sight, line),
    iconButton("more", { size: 18, className: styles["more"] }),
  );
  folder.style.setProperty("--depth", String(Math.min(depth, 4)));
  return el("li", undefined, {}, folder, children.length > 0 && tree(sight, children));
}

const tree = (sight: Sight, nodes: readonly FolderNode[]): HTMLElement =>
  el("ul", styles["list"], {}, ...nodes.map((node) => branch(sight, node)));

export function folderNav(sight: Sight): HTMLElement {
  const { mailboxes, texts, isRail } = sight;
  const counts = new Map(mailboxes.map((mailbox) => [folderName(mailbox), mailbox]));
  const special = specialFolders.map((folder) => {
    // Which letters are important is asked for later: until then none are counted.
    const mailbox = folder === "important" ? undefined : counts.get(folder);
    const isDrafts = folder === "drafts";
    const [unread = 0, total = 0] = isDrafts ? [0, mailbox?.totalEmails] : [mailbox?.unreadEmails, 0];
    const line = { folder, label: texts.shell[folder], icon: folderIcons[folder], unread, total };
    return el("li", undefined, {}, navLine(sight, line));
  });
  const custom = customFolders(mailboxes);
  return el(
    "nav",
    styles["nav"],
    { "data-frame": "", "data-rail": flag(isRail) },
    el(
      "div",
      styles["top"],
      {},
      el(
        "button",
        styles["compose"],
        { type: "button" },
        icon("compose"),
        el("span", styles["label"], {}, texts.shell.compose),
      ),
    ),
    el(
      "div",
      styles["scroll"],
      {},
      el("ul", styles["list"], {}, ...special),
      el("hr", styles["rule"]),
      custom.length > 0 && tree(sight, custom),
      el("a", styles["link"], {}, ...labelled("folder-plus", texts.shell.newFolder)),
    ),
    el(
      "div",
      styles["bottom"],
      {},
      el("button", styles["link"], { type: "button" }, ...labelled("gear", texts.settings.settings)),
    ),
  );
}
