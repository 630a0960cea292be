/** How a message was shown to its reader, kept until it is answered: a message can say other things at another width. */
import type { DarkRange } from "../css/colours.ts";
import type { FrameColours } from "../frame/frame-document.ts";

export interface Seen {
  /** Of the message's frame. */
  widthPx: number;
  /** Of a dark page; unset where the message stood on paper. */
  theme?: { colours: FrameColours; dark: DarkRange } | undefined;
  /** Addresses of the remote images that were there. */
  images: ReadonlySet<string>;
  /** Those of them that are a pixel or two: where the message gives them no size they are trackers. */
  tiny: ReadonlySet<string>;
}

interface Noted extends Omit<Seen, "widthPx"> {
  /** In px; undefined while the message is not on the screen. */
  width(): number | undefined;
}

const noted = new Map<string, Noted & { lastWidth?: number | undefined }>();
const most = 50;

/** In px, of a message that is answered from the list. */
const usualWidth = 760;

/**
 * @param emailId of the message that is shown now
 * @returns to be called before it goes
 */
export function noteSeen(emailId: string, seen: Noted): () => void {
  const note = { ...seen, lastWidth: noted.get(emailId)?.lastWidth };
  noted.delete(emailId);
  noted.set(emailId, note);
  if (noted.size > most) noted.delete(noted.keys().next().value!);
  return () => void (note.lastWidth = seen.width() ?? note.lastWidth);
}

export const unseen = (): Seen => ({
  widthPx: Math.min(window.innerWidth, usualWidth),
  images: new Set(),
  tiny: new Set(),
});

/** As it was shown last, else as it would be. */
export function seenOf(emailId: string): Seen {
  const note = noted.get(emailId);
  if (!note) return unseen();
  const { theme, images, tiny } = note;
  return { widthPx: note.width() ?? note.lastWidth ?? unseen().widthPx, theme, images, tiny };
}
