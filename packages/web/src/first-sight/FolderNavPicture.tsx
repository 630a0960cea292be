/** The navigation, as features/folder-nav draws it. */
import type { CSSProperties } from "react";
import { folderIcons } from "../features/folder-nav/folder-icons.ts";
import styles from "../features/folder-nav/FolderNav.module.css";
import { numberIn } from "../i18n/number-formats.ts";
import { customFolders, folderName, type FolderNode, specialFolders } from "../store/records/folders.ts";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { IconButtonFace } from "../ui/IconButtonFace.tsx";
import { visibleText } from "../ui/visible-text.ts";
import type { Sight } from "./sight.ts";

const Labelled = ({ icon, label }: { icon: IconName; label: string }) => (
  <>
    <span className={styles.icon}>
      <Icon name={icon} />
    </span>
    <span className={styles.label}>{label}</span>
  </>
);

interface LineProps {
  sight: Sight;
  folder: string;
  label: string;
  icon: IconName;
  unread?: number;
  total?: number;
}

function Line({ sight: { query, isRail, language }, folder, label, icon, unread = 0, total = 0 }: LineProps) {
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

function Branch({ sight, node: { mailbox, depth, children } }: { sight: Sight; node: FolderNode }) {
  const unread = mailbox.unreadEmails;
  return (
    <li>
      <div className={styles.folder} style={{ "--depth": Math.min(depth, 4) } as CSSProperties}>
        {children.length > 0 && (
          <button type="button" className={styles.fold}>
            <Icon name="chevron-down" size={14} />
          </button>
        )}
        <Line sight={sight} folder={mailbox.id} label={visibleText(mailbox.name)} icon="folder" unread={unread} />
        <IconButtonFace icon="more" iconSize={18} className={styles.more} />
      </div>
      <Tree sight={sight} nodes={children} />
    </li>
  );
}

const Tree = ({ sight, nodes }: { sight: Sight; nodes: readonly FolderNode[] }) =>
  nodes.length > 0 && (
    <ul className={styles.list}>
      {nodes.map((node) => (
        <Branch key={node.mailbox.id} sight={sight} node={node} />
      ))}
    </ul>
  );

export function FolderNavPicture({ sight }: { sight: Sight }) {
  const { mailboxes, texts, isRail } = sight;
  const counts = new Map(mailboxes.map((mailbox) => [folderName(mailbox), mailbox]));
  return (
    <nav className={styles.nav} data-frame="" data-picture="" data-rail={isRail ? "" : undefined}>
      <div className={styles.top}>
        <button type="button" className={styles.compose}>
          <Icon name="compose" />
          <span className={styles.label}>{texts.shell.compose}</span>
        </button>
      </div>
      <div className={styles.scroll}>
        <ul className={styles.list}>
          {specialFolders.map((folder) => {
            // Which letters are important is asked for later: until then none are counted.
            const mailbox = folder === "important" ? undefined : counts.get(folder);
            const count = folder === "drafts" ? { total: mailbox?.totalEmails } : { unread: mailbox?.unreadEmails };
            return (
              <li key={folder}>
                <Line
                  sight={sight}
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
        <Tree sight={sight} nodes={customFolders(mailboxes)} />
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
