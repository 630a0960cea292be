/** What rows tell the list. One set of functions for all rows: each knows its Email by the link that it is told of. */
import type { Id } from "@pismo/jmap";
import {
  type DragEvent,
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { atRow, flag, markRead, markUnread, unflag } from "../../../actions/index.ts";
import { runAction } from "../../../actions/run-action.ts";
import { useNavigateWhenLoaded } from "../../../mail-ui/use-navigate-when-loaded.ts";
import {
  getEmailRow,
  isDraft,
  openCompose,
  prefetchEmail,
  selectRangeTo,
  toggleSelected,
} from "../../../store/index.ts";
import { PointerRest } from "../../../ui/tooltip/use-pointer-rest.ts";
import { startDrag } from "./drag.ts";
import { setRowHint } from "./row-hint.ts";
import type { RowTexts } from "./use-row-texts.ts";
import type { ActiveEmail } from "../use-active-email.ts";

type Told<E> = (event: E) => void;

/** The same object as long as the list is open. */
export interface RowEvents {
  onClick: Told<MouseEvent<HTMLAnchorElement>>;
  onFocus: Told<FocusEvent<HTMLAnchorElement>>;
  onDragStart: Told<DragEvent<HTMLAnchorElement>>;
  onPointerEnter: Told<PointerEvent<HTMLAnchorElement>>;
  onPointerMove: Told<PointerEvent<HTMLAnchorElement>>;
  onPointerLeave: () => void;
  onPointerDown: Told<PointerEvent<HTMLAnchorElement>>;
  onSelect(id: Id, isRange: boolean): void;
  onToggleRead(id: Id, isUnread: boolean): void;
  onToggleFlag(id: Id, isFlagged: boolean): void;
}

const emailOf = ({ currentTarget }: { currentTarget: HTMLElement }): Id => currentTarget.dataset["letter"] ?? "";

const isPlain = (event: MouseEvent): boolean =>
  !event.metaKey && !event.ctrlKey && !event.altKey && event.button === 0 && !event.defaultPrevented;

/** A newer version may take the place of a draft before its row is released: the browser tells of no click then. */
function openIfReplaced(link: HTMLElement): void {
  const released = new AbortController();
  const { signal } = released;
  addEventListener("pointercancel", () => released.abort(), { signal });
  addEventListener(
    "pointerup",
    ({ target }) => {
      released.abort();
      if (link.isConnected || !(target as Element).closest("[data-letter]")) return;
      openCompose({ kind: "draft", emailId: link.dataset["letter"]! });
    },
    { signal },
  );
}

export function useRowEvents(active: ActiveEmail, texts: RowTexts): RowEvents {
  const { toEmail } = useNavigateWhenLoaded();
  const latest = useRef({ active, texts, toEmail });
  useEffect(() => {
    latest.current = { active, texts, toEmail };
  });
  const [rest] = useState(() => new PointerRest());
  useEffect(() => () => rest.end(), [rest]);
  const [events] = useState<RowEvents>(() => {
    const select = (id: Id, isRange: boolean): void => {
      latest.current.active.set(id);
      if (isRange) void selectRangeTo(id);
      else toggleSelected(id);
    };
    return {
      onClick(event) {
        const id = emailOf(event);
        latest.current.active.set(id);
        const row = getEmailRow(id);
        if (event.shiftKey) {
          event.preventDefault();
          select(id, true);
        } else if (isPlain(event)) {
          // As a link of the router would; what is to open elsewhere is the browser's.
          event.preventDefault();
          if (row && isDraft(row)) openCompose({ kind: "draft", emailId: id });
          else latest.current.toEmail(id, event.currentTarget.getAttribute("href") ?? "");
        }
      },
      onFocus: (event) => latest.current.active.set(emailOf(event)),
      onDragStart(event) {
        startDrag(event.dataTransfer, emailOf(event), latest.current.texts.dragged);
      },
      onPointerEnter(event) {
        const id = emailOf(event);
        rest.begin(event, () => prefetchEmail(id));
      },
      onPointerMove: ({ currentTarget, clientX, clientY }) => setRowHint(currentTarget, clientX, clientY),
      onPointerLeave: () => rest.end(),
      onPointerDown(event) {
        const id = emailOf(event);
        prefetchEmail(id);
        const row = getEmailRow(id);
        if (row && isDraft(row)) openIfReplaced(event.currentTarget);
      },
      onSelect: select,
      onToggleRead: (id, isUnread) => runAction(isUnread ? markRead : markUnread, atRow(id)),
      onToggleFlag: (id, isFlagged) => runAction(isFlagged ? unflag : flag, atRow(id)),
    };
  });
  return events;
}
