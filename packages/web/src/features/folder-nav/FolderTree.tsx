import type { Id } from "@pismo/jmap";
import { type ComponentType, type CSSProperties, memo, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { flattenFolders, type FolderNode, foldersTo, useCustomFolders } from "../../store/index.ts";
import { Icon } from "../../ui/icons/Icon.tsx";
import type { FolderMenuProps } from "./FolderMenu.tsx";
import styles from "./FolderNav.module.css";
import { NavLine } from "./NavLine.tsx";
import { endStyle, useGrowingCount } from "../../ui/use-growing-count.ts";
import { visibleText } from "../../ui/visible-text.ts";

/** So many are no tree any more that a person sees at once. */
const MANY = 300;

export interface FolderTreeProps {
  current: string;
  isRail: boolean;
  onChosen: (() => void) | undefined;
  onTask: FolderMenuProps["onTask"];
  /** Of each folder; its code comes after the list. */
  Menu: ComponentType<FolderMenuProps> | undefined;
}

/** The folders that people made. */
export function FolderTree(props: FolderTreeProps) {
  const nodes = useCustomFolders();
  const isLarge = useMemo(() => flattenFolders(nodes).length > MANY, [nodes]);
  const { current } = props;
  const path = useMemo(() => foldersTo(nodes, current), [nodes, current]);
  return nodes.length === 0 ? null : <Branches nodes={nodes} isLarge={isLarge} path={path} {...props} />;
}

interface TreeProps extends FolderTreeProps {
  /** Folders in folders are folded away at first. */
  isLarge: boolean;
  /** The current folder and those that it lies in. */
  path: ReadonlySet<Id>;
}

function Branches({ nodes, ...props }: TreeProps & { nodes: readonly FolderNode[] }) {
  const onPath = nodes.findIndex(({ mailbox }) => props.path.has(mailbox.id));
  const { count, end } = useGrowingCount(nodes.length, onPath);
  return (
    <ul className={styles.list}>
      {nodes.slice(0, count).map((node) => (
        <Branch key={node.mailbox.id} node={node} {...props} />
      ))}
      {end && <li ref={end} style={endStyle} aria-hidden="true" />}
    </ul>
  );
}

/** Remembered: thousands of them stay as they are when more are drawn. */
const Branch = memo(function Branch({ node, ...props }: TreeProps & { node: FolderNode }) {
  const { t } = useTranslation();
  const { mailbox, children, depth } = node;
  const hasChildren = children.length > 0;
  const isCurrent = mailbox.id === props.current;
  const holdsCurrent = !isCurrent && props.path.has(mailbox.id);
  const [isFolded, setFolded] = useState(props.isLarge && !holdsCurrent);
  const [heldCurrent, setHeldCurrent] = useState(holdsCurrent);
  if (heldCurrent !== holdsCurrent) {
    setHeldCurrent(holdsCurrent);
    if (holdsCurrent) setFolded(false);
  }
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isCurrent) line.current?.scrollIntoView({ block: "nearest" });
  }, [isCurrent]);
  // Emails in folders that are folded away still call for attention.
  const unread = mailbox.unreadEmails + (isFolded ? unreadWithin(children) : 0);
  return (
    <li>
      {/* Deeper than this the names would have no room left. */}
      <div ref={line} className={styles.folder} style={{ "--depth": Math.min(depth, 4) } as CSSProperties}>
        {hasChildren && (
          <button
            type="button"
            className={styles.fold}
            aria-expanded={!isFolded}
            aria-label={t(isFolded ? "shell.folders.expand" : "shell.folders.collapse", {
              name: visibleText(mailbox.name),
            })}
            onClick={() => setFolded(!isFolded)}
          >
            <Icon icon={isFolded ? "chevron-right" : "chevron-down"} size={14} />
          </button>
        )}
        <NavLine
          folder={mailbox.id}
          label={visibleText(mailbox.name)}
          icon="folder"
          unread={unread}
          isHere={isCurrent}
          isRail={props.isRail}
          onChosen={props.onChosen}
        />
        {props.Menu && <props.Menu node={node} onTask={props.onTask} />}
      </div>
      {hasChildren && !isFolded && <Branches nodes={children} {...props} />}
    </li>
  );
});

const unreadWithin = (nodes: readonly FolderNode[]): number =>
  nodes.reduce((sum, { mailbox, children }) => sum + mailbox.unreadEmails + unreadWithin(children), 0);
