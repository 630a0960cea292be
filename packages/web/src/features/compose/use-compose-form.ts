/** What the form does with the Email being written, and what it says when something stands in the way. */
import { Fragment, type Node, Slice } from "prosemirror-model";
import type { EditorView } from "prosemirror-view";
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { visibleText } from "../../ui/visible-text.ts";
import type { AccountInfo } from "../../store/index.ts";
import { type DraftLock, maxHoldSeconds, preparePeople, type SendTime } from "../../store/drafts/writing.ts";
import { mayRemind, sendsWhileSignedIn } from "../../store/session/has-capability.ts";
import { getSession } from "../../store/session/session.ts";
import { type Asking, useAsking } from "./asking/use-asking.ts";
import { mayWiden } from "../../store/drafts/accepted-types.ts";
import { sizeOf } from "./attachments/attachment.ts";
import { limitsOf, moveFile } from "./attachments/move-file.ts";
import type { MoveTarget } from "./attachments/MoveTargets.tsx";
import { mayBeImage } from "./attachments/previews.ts";
import { schema } from "./editor/schema.ts";
import { leftOutText, tooMuchText, whyNotMoved } from "./attachments/left-out-text.ts";
import type { LeftOut } from "./attachments/take-fitting.ts";
import { useOtherLetters } from "./letters/open-letters.ts";
import type { RecipientName } from "./session/draft-fields.ts";
import { ComposeSession, type ComposeState, type SendProblem } from "./session/compose-session.ts";
import { recipientProblems, type RecipientProblems, sendProblem } from "./send-problem.ts";
import { type SendersState, useSenders } from "./sender/use-senders.ts";
import { fromText, toText } from "./editor/html.ts";
import type { InitialFields } from "./session/initial-fields.ts";

export interface ComposeFormState extends SendersState {
  form: RefObject<HTMLFormElement | null>;
  /** Of the text, once it is there. */
  editor: EditorView | null;
  setEditor(editor: EditorView | null): void;
  session: ComposeSession;
  state: ComposeState;
  /** What has to be heard at once. */
  problem: string | undefined;
  /** What may be read in passing. */
  remark: string | undefined;
  recipientProblems: RecipientProblems;
  forgetRecipientProblem(name: RecipientName): void;
  /** Pictures that are pasted or dropped stand in the text; other files are attached. */
  addToText(picked: File[]): Promise<void>;
  /** As plain text alone, which says that it loses what has no place in it; or with formatting, as it was before. */
  writePlain(isPlain: boolean): void;
  addFiles(picked: File[]): Promise<void>;
  clearFiles(): void;
  /** The other letters that are written at the same time. */
  otherLetters: readonly MoveTarget[];
  /** @returns whether the file is in the other letter now */
  moveFile(key: string, letter: number): Promise<boolean>;
  /** Octets that files can still take. */
  room: number;
  /** Files that would not fit; none: all do. */
  explainTooMuch(files: readonly { name: string; size: number }[]): void;
  /** How long the server holds a letter; 0: it cannot be sent later. */
  maxHoldSeconds: number;
  /** Whether the account's server brings back what nothing answers. */
  whileSignedIn: boolean;
  mayRemind: boolean;
  /** When it was to be sent before it was taken back. */
  sendAt: Date | undefined;
  /** Now, or at a time. */
  send(time?: SendTime): Promise<void>;
  asking: Asking | undefined;
}

export function useComposeForm(
  start: InitialFields,
  lock: DraftLock,
  begun: AccountInfo,
  onClose: () => void,
): ComposeFormState {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [editor, setEditor] = useState<EditorView | null>(null);
  const [session] = useState(() => new ComposeSession(start, lock, begun, onClose));
  const state = useSyncExternalStore(session.subscribe, session.get);
  const { account } = state;
  const [problem, setProblem] = useState(() => (start.error === undefined ? undefined : sendProblem(start.error, t)));
  const [remark, setRemark] = useState<string>();
  /** What stood there before the text became plain. */
  const formatted = useRef<{ doc: Node; plain: Node }>(undefined);
  const [ofRecipients, setOfRecipients] = useState<RecipientProblems>({});
  const senders = useSenders(start, session, editor);

  const isFull = state.attachments.some((file) => file.problem === "full");

  useEffect(preparePeople, []);
  useEffect(() => session.open(), [session]);

  const forget = (): void => {
    // React may draw the form once more for what is undefined already.
    if (problem !== undefined) setProblem(undefined);
    if (remark !== undefined) setRemark(undefined);
  };
  const explain = (found: SendProblem): void => {
    if (found.kind === "refused") return setProblem(sendProblem(found.error, t));
    if (found.kind === "uploads") return setProblem(t("compose.error.uploads"));
    const problems = recipientProblems(found, t);
    setOfRecipients(problems);
    const [first] = Object.keys(problems) as RecipientName[];
    if (first) focusRecipients(form.current, first);
  };

  const sendOff = async (time: SendTime | undefined): Promise<void> => {
    const found = await session.send(time);
    if (found) explain(found);
  };

  const { asking, ask } = useAsking(session, start, account.accountId, sendOff);

  const limits = limitsOf(state);
  const others = useOtherLetters(session);
  const nameOf = (other: ComposeSession): string =>
    visibleText(other.get().fields.subject.trim()) || t("compose.newLetter");
  const explainLeftOut = (leftOut: LeftOut): void => {
    const { alert, note } = leftOutText(leftOut, limits, mayWiden(), t);
    setProblem(alert);
    setRemark(note);
  };

  return {
    ...senders,
    form,
    editor,
    setEditor,
    session,
    state,
    problem: problem ?? (isFull ? t("compose.error.uploadFull") : undefined),
    remark,
    recipientProblems: ofRecipients,
    forgetRecipientProblem: (name) => setOfRecipients((before) => ({ ...before, [name]: undefined })),
    writePlain(isPlain) {
      session.change({ isPlain });
      setRemark(undefined);
      if (!editor) return;
      const { doc, tr } = editor.state;
      const replaceWith = ({ content }: Node): void => editor.dispatch(tr.replaceWith(0, doc.content.size, content));
      if (isPlain) {
        const plain = fromText(toText(doc));
        if (doc.eq(plain)) return;
        formatted.current = { doc, plain };
        replaceWith(plain);
        setRemark(t("compose.plainOnly"));
      } else if (formatted.current?.plain.eq(doc)) replaceWith(formatted.current.doc);
    },
    async addFiles(picked) {
      if (picked.length === 0) return;
      explainLeftOut((await session.files.add(picked, limits)).leftOut);
    },
    async addToText(picked) {
      const isInText = !session.get().fields.isPlain && picked.every(mayBeImage);
      const { added, leftOut } = await session.files.add(picked, limits, isInText);
      explainLeftOut(leftOut);
      if (!isInText || !editor || editor.isDestroyed) return;
      const images = added.map(({ cid }) => schema.node("image", { cid }));
      editor.dispatch(editor.state.tr.replaceSelection(new Slice(Fragment.from(images), 0, 0)).scrollIntoView());
      editor.focus();
    },
    clearFiles() {
      forget();
      session.files.clear();
    },
    otherLetters: others.map((other) => ({ id: other.id, subject: nameOf(other.session) })),
    async moveFile(key, letter) {
      const to = others.find(({ id }) => id === letter)?.session;
      const file = session.files.all.find((each) => each.key === key);
      if (!to || !file) return false;
      forget();
      const found = await moveFile(key, session, to);
      const words = { name: visibleText(file.name), subject: nameOf(to) };
      if (!found) setRemark(t("compose.file.moved", words));
      else
        setProblem(
          [t("compose.file.notMoved", words), whyNotMoved(found, limitsOf(to.get()), mayWiden(), t)].join("\n"),
        );
      return !found;
    },
    room: account.maxSizeAttachments - sizeOf(state.attachments),
    explainTooMuch(files) {
      forget();
      if (files.length > 0)
        setProblem(files.map((file) => tooMuchText(file, account.maxSizeAttachments, t)).join("\n"));
    },
    maxHoldSeconds: maxHoldSeconds(account.accountId),
    whileSignedIn: sendsWhileSignedIn(getSession(), account.accountId),
    mayRemind: mayRemind(getSession(), account.accountId),
    sendAt: start.sendAt,
    async send(time) {
      if (session.get().isMoving) return;
      forget();
      const found = session.check();
      if (found) return explain(found);
      if (!ask(time)) await sendOff(time);
    },
    asking,
  };
}

/** The first chip that is to be corrected, else the input. */
function focusRecipients(form: HTMLFormElement | null, name: RecipientName): void {
  const input = form?.querySelector<HTMLElement>(`[data-recipients="${name}"]`);
  const wrong = input?.closest("ul")?.querySelector<HTMLElement>("[data-invalid] [data-chip]");
  (wrong ?? input)?.focus();
}
