/** The navigation, as features/folder-nav renders it. */
import type { CSSProperties } from "react";
import { folderIcons } from "../features/folder-nav/folder-icons.ts";
import styles from "../features/folder-nav/FolderNav.module.css";
import { numberIn } from "../i18n/number-formats.ts";
import { customFolders, folderName, type FolderNode, specialFolders } from "../store/mailboxes/folders.ts";
import { Icon, type IconName } from "../ui/icons/Icon.tsx";
import { IconButtonFace } from "../ui/IconButtonFace.tsx";
import { visibleText } from "../ui/visible-text.ts";
import type { InitialView } from "./initial-view.ts";

const Labelled = ({ icon, label }: { icon: IconName; label: string }) => (
  <>
    <span className={styles.icon}>
      <Icon icon={icon} />
    </span>
    <span className={styles.label}>{label}</span>
  </>
);

interface LineProps {
  view: InitialView;
  folder: string;
  label: string;
  icon: IconName;
  unread?: number;
  total?: number;
}

function Line({ view: { query, isRail, language }, folder, label, icon, unread = 0, total = 0 }: LineProps) {
  const count = unread || total;
  const isHere = folder === query.folder;
  return (
    <a
      className={styles.link}
      href={`/${folder}?letters=all`}
      aria-current={isHere ? "page" : undefined}
      data-unread={unread > 0 ? "" : undefined}
    >
      <Labelled icon={icon} label={label} />
      {count > 0 && (
        <span className={styles.count}>
          <span>{isRail && count > 99 ? "99+" : numberIn(language, count)}</span>
        </span>
      )}
    </a>
  );
}

function Branch({ view, node: { mailbox, depth, children } }: { view: InitialView; node: FolderNode }) {
  const unread = mailbox.unreadEmails;
  return (
    <li>
      <div className={styles.folder} style={{ "--depth": Math.min(depth, 4) } as CSSProperties}>
        {children.length > 0 && (
          <button type="button" className={styles.fold}>
            <Icon icon="chevron-down" size={14} />
          </button>
        )}
        <Line view={view} folder={mailbox.id} label={visibleText(mailbox.name)} icon="folder" unread={unread} />
        <IconButtonFace icon="more" iconSize={18} className={styles.more} />
      </div>
      <Tree view={view} nodes={children} />
    </li>
  );
}

const Tree = ({ view, nodes }: { view: InitialView; nodes: readonly FolderNode[] }) =>
  nodes.length > 0 && (
    <ul className={styles.list}>
      {nodes.map((node) => (
        <Branch key={node.mailbox.id} view={view} node={node} />
      ))}
    </ul>
  );

export function FolderNavPlaceholder({ view }: { view: InitialView }) {
  const { mailboxes, texts, isRail } = view;
  const counts = new Map(mailboxes.map((mailbox) => [folderName(mailbox), mailbox]));
  return (
    <nav className={styles.nav} data-frame="" data-placeholder="" data-rail={isRail ? "" : undefined}>
      <div className={styles.top}>
        <button type="button" className={styles.compose}>
          <Icon icon="compose" />
          <span className={styles.label}>{texts.shell.compose}</span>
        </button>
      </div>
      <div className={styles.scroll}>
        <ul className={styles.list}>
          {specialFolders.map((folder) => {
            // The client requests the count of important Emails later.
            const mailbox = folder === "important" ? undefined : counts.get(folder);
            const count = folder === "drafts" ? { total: mailbox?.totalEmails } : { unread: mailbox?.unreadEmails };
            return (
              <li key={folder}>
                <Line
                  view={view}
                  folder={folder}
                  label={texts.shell[folder]}
                  icon={folderIcons[folder]}
                  unread={count.unread ?? 0}
                  total={count.total ?? 0}
                />
              </li>
            );
          })}
        </ul>
        <hr className={styles.rule} />
        <Tree view={view} nodes={customFolders(mailboxes)} />
        <a className={styles.link} href="/?letters=all">
          <Labelled icon="folder-plus" label={texts.shell.newFolder} />
        </a>
      </div>
      <div className={styles.bottom}>
        <button type="button" className={styles.link}>
          <Labelled icon="gear" label={texts.settings.settings} />
        </button>
      </div>
    </nav>
  );
}
