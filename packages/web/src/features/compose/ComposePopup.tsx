import { Dialog } from "@base-ui/react/dialog";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/compose.ts";
import { currentLanguage } from "../../i18n/index.ts";
import {
  type AccountInfo,
  getView,
  type LetterRequest,
  notify,
  openCompose,
  setView,
  useComposeRequest,
  useView,
} from "../../store/index.ts";
import { followReturned } from "../../store/drafts/minimised.ts";
import { accountWith, ownIdOf, writingAccount } from "../../store/session/all-accounts.ts";
import { useBackCloses } from "../../ui/history/back-closes.ts";
import { onCloseOverlays } from "../../ui/history/close-overlays.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { drawerQuery } from "../../ui/widths.ts";
import { ComposeForm } from "./ComposeForm.tsx";
import styles from "./ComposePopup.module.css";
import { ElsewherePanel } from "./ElsewherePanel.tsx";
import { idOf, type Letter, lettersOf, withEnded, withMinimised, withReturned } from "./letters/letters.ts";
import { MinimisedLetters, tabOf } from "./letters/MinimisedLetters.tsx";
import { freeDraftOf } from "./letters/open-drafts.ts";
import { sessionOf, writtenIn } from "./letters/open-letters.ts";
import type { PopupSize } from "./letters/popup-size.ts";
import { RedirectDialog } from "./redirect/RedirectDialog.tsx";
import { ResendDialog } from "./redirect/ResendDialog.tsx";
import { openSession, type OpenedSession } from "./session/open-session.ts";
import { placeOfRequest } from "./session/place-of-request.ts";

addTexts(texts);

/** The new-letter popup: open while the view's `newLetterPopup` is true. However it is closed, the draft is kept. */
export function ComposePopup() {
  const isOpen = useView((view) => view.newLetterPopup);
  const request = useComposeRequest();
  const [minimised, setMinimised] = useState<readonly Letter[]>([]);
  const shown = isOpen ? idOf(request) : undefined;
  const letters = lettersOf(minimised, request);
  const current = letters.find(({ id }) => id === shown);
  const [previous, setPrevious] = useState(current);
  const isNarrow = useMediaQuery(drawerQuery);
  if (current?.id !== previous?.id) {
    setPrevious(current);
    // One that is taken back takes the popup from the one that is written in it.
    const displaced = isOpen && !isNarrow && previous ? writtenIn(previous.id) : undefined;
    const subject = displaced?.get().fields.subject;
    if (previous && subject !== undefined) setMinimised((all) => withMinimised(all, previous, subject, Date.now()));
  }
  useEffect(() => followReturned((come) => setMinimised((all) => withReturned(all, come))), []);
  // A form that ends was given its `onClose` when it began.
  const latestShown = useRef(shown);
  useEffect(() => {
    latestShown.current = shown;
  });
  const minimise = (letter: Letter, subject: string): void => {
    setMinimised((before) => withMinimised(before, letter, subject, Date.now()));
    setView({ newLetterPopup: false });
  };
  const close = ({ id }: Letter): void => {
    freeDraftOf(id);
    setMinimised((before) => withEnded(before, id));
    if (id === latestShown.current) setView({ newLetterPopup: false });
  };
  // On a phone, where there is no bar, the letter is closed and its draft kept, as by Back.
  const closeLetter = useEffectEvent(() => {
    const session = current && !isNarrow ? sessionOf(current.id) : undefined;
    if (current && session) minimise(current, session.get().fields.subject);
    else if (current) close(current);
  });
  useEffect(() => onCloseOverlays(() => closeLetter()), []);
  return (
    <>
      {letters.map((letter) => (
        <LetterPopup
          key={letter.id}
          letter={letter}
          isOpen={letter.id === shown}
          isKept={minimised.includes(letter) && !letter.isOver}
          onMinimise={(subject) => minimise(letter, subject)}
          onClose={() => close(letter)}
        />
      ))}
      {isOpen && request.kind === "redirect" && (
        <RedirectDialog key={request.serial} request={request} onClose={() => setView({ newLetterPopup: false })} />
      )}
      {isOpen && request.kind === "resend" && (
        <ResendDialog key={request.serial} request={request} onClose={() => setView({ newLetterPopup: false })} />
      )}
      <MinimisedLetters letters={minimised.filter(({ id, isOver }) => !isOver && id !== shown)} />
    </>
  );
}

interface LetterPopupProps {
  letter: Letter;
  isOpen: boolean;
  /** Its form stays while the popup is closed. */
  isKept: boolean;
  onMinimise(subject: string): void;
  onClose(): void;
}

const editor = '[contenteditable="true"]';

function LetterPopup({ letter, isOpen, isKept, onMinimise, onClose }: LetterPopupProps) {
  const popup = useRef<HTMLDivElement>(null);
  const [isLarge, setLarge] = useState(false);
  const { id, request } = letter;
  useBackCloses(isOpen, onClose);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()} disablePointerDismissal>
      <Dialog.Portal keepMounted={isKept}>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup
          ref={popup}
          className={styles.popup}
          data-large={isLarge ? "" : undefined}
          // Shown again, its text is gone on with; its first form chooses a field by itself.
          initialFocus={() => popup.current?.querySelector<HTMLElement>(editor) ?? true}
          finalFocus={() => (getView().newLetterPopup ? null : tabOf(id)) ?? true}
        >
          <ComposeContent
            id={id}
            request={request}
            minimisedAt={isKept && !isOpen ? letter.minimisedAt : undefined}
            size={{ isLarge, onChange: setLarge, onMinimise }}
            onClose={onClose}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Whose Email it is, and the request as that account names what belongs to it. */
function inAccount(request: LetterRequest): { request: LetterRequest; account: AccountInfo } {
  if (request.kind === "unsent") return { request, account: accountWith(request.email.accountId) };
  if (request.kind === "new" && request.files) {
    // They are all of one letter, which is shown.
    const files = request.files.map((file) => ({ ...file, ...(file.blobId && { blobId: ownIdOf(file.blobId) }) }));
    return { request: { ...request, files }, account: writingAccount(request.files[0]?.blobId) };
  }
  if (!("emailId" in request)) return { request, account: writingAccount() };
  const { account, emailId } = placeOfRequest(request);
  return { request: { ...request, emailId }, account };
}

interface ComposeContentProps {
  /** Of the letter. */
  id: number;
  request: LetterRequest;
  /** Undefined: it is shown. */
  minimisedAt: number | undefined;
  size: PopupSize;
  onClose(): void;
}

/** The form, once what it begins with is there: a reply needs the Email that it answers. */
function ComposeContent({ id, request, minimisedAt, size, onClose }: ComposeContentProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<OpenedSession>();
  /** The Email that another tab has, by its Message-ID. */
  const [elsewhere, setElsewhere] = useState<string>();
  const [takenOver, setTakenOver] = useState<string>();
  const navigate = useNavigate();
  const [begun] = useState(() => ({ ...inAccount(request), language: currentLanguage() }));

  const isReturning = useEffectEvent(() => minimisedAt !== undefined);
  const closeThis = useEffectEvent(onClose);

  useEffect(() => {
    const closing = new AbortController();
    let session: OpenedSession | undefined;
    openSession(begun, takenOver, closing.signal).then(
      (answer) => {
        if (closing.signal.aborted) return;
        // One of an earlier page that the person has opened by now.
        if (isReturning() && ("letter" in answer || "elsewhere" in answer || "waiting" in answer)) closeThis();
        else if ("letter" in answer) openCompose({ kind: "minimised", id: answer.letter });
        else if ("elsewhere" in answer) setElsewhere(answer.elsewhere);
        else if ("waiting" in answer) {
          setView({ newLetterPopup: false });
          void navigate(`/email/${answer.waiting}?${new URLSearchParams({ account: begun.account.accountId })}`);
        } else setOpened((session = answer));
      },
      () => {
        if (closing.signal.aborted) return;
        notify({ key: "compose.notOpened", tone: "error" });
        closeThis();
      },
    );
    return () => {
      closing.abort();
      if (session && !session.lock.isInForm) session.lock.release();
    };
  }, [begun, takenOver, navigate]);

  if (opened)
    return (
      <ComposeForm
        id={id}
        {...opened}
        account={begun.account}
        minimisedAt={minimisedAt}
        size={size}
        onClose={onClose}
      />
    );
  if (elsewhere !== undefined && takenOver === undefined)
    return <ElsewherePanel onTakeOver={() => setTakenOver(elsewhere)} onClose={onClose} />;
  return (
    <div className={styles.loading}>
      <Dialog.Title className="visually-hidden">{t("compose.newLetter")}</Dialog.Title>
      <Spinner label={t("compose.newLetter")} />
    </div>
  );
}
