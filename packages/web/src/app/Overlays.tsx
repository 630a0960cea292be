import { type ReactNode, Suspense, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { offerScheduling } from "../actions/schedule-again.ts";
import {
  dismissNotice,
  notify,
  setView,
  useAnnouncement,
  useAskedLink,
  useConnection,
  useView,
} from "../store/index.ts";
import { ComingDialog } from "../ui/ComingDialog.tsx";
import { TooltipPopup } from "../ui/tooltip/TooltipPopup.tsx";
import { Notices } from "./Notices.tsx";
import { useHasReturned } from "../store/drafts/minimised.ts";
import { followLabels } from "../store/labels/label-counts.ts";
import { useEmailQuestion } from "../store/email-question.ts";
import { useRuleQuestion } from "../store/rules/rule-question.ts";
import { keepTyped, passTyped } from "../ui/keyboard/typed-ahead.ts";
import { useBackCloses } from "../ui/history/back-closes.ts";
import { lazyPart } from "../ui/lazy/fetch-code.ts";
import { closeSettings } from "../features/settings/settings-state.ts";
import { loadComposePopup, loadEmailQuestion, loadNavDrawer, loadShortcutsDialog } from "./on-demand.ts";
import { onCloseOverlays } from "../ui/history/close-overlays.ts";
import { keepFocus } from "./following/keep-focus.ts";
import { followToTop } from "./following/to-top.ts";
import { navigateOverEntry } from "./navigate-over-entry.ts";
import { QuestionDialog } from "./QuestionDialog.tsx";
import { startedRouter } from "./router.ts";
import { useReturnedList } from "./use-returned-list.ts";

offerScheduling();
const router = startedRouter();
if (router) navigateOverEntry(router);

const ComposePopup = lazyPart(loadComposePopup, "ComposePopup");
const EmailQuestion = lazyPart(loadEmailQuestion, "EmailQuestion");
const LinkQuestion = lazyPart(() => import("../features/email-view/safety/LinkQuestion.tsx"), "LinkQuestion");
const NavDrawer = lazyPart(loadNavDrawer, "NavDrawer");
const RuleQuestion = lazyPart(() => import("../features/rules/RuleQuestion.tsx"), "RuleQuestion");
const ShortcutsDialog = lazyPart(loadShortcutsDialog, "ShortcutsDialog");

/** While the server cannot be reached no code comes: the keys are still the page's, and a notice says so. */
function Coming({ onCancel }: { onCancel: (() => void) | undefined }) {
  const isAway = useConnection() === "offline";
  const cancel = useEffectEvent(() => onCancel?.());
  const isOptional = onCancel !== undefined;
  useLayoutEffect(() => (isAway ? passTyped() : undefined), [isAway]);
  useEffect(() => {
    if (!isAway) return undefined;
    const id = notify({ key: "shell.opensLater", timeout: 0, ...(isOptional && { cancel }) });
    return () => dismissNotice(id);
  }, [isAway, isOptional]);
  return isAway ? null : <ComingDialog />;
}

interface OnceOpenedProps {
  isOpen: boolean;
  /** Something in it shows though it is not open. */
  isNeeded?: boolean;
  onCancel?: () => void;
  children: ReactNode;
}

/** Mounts from the first opening on: what is never opened is never fetched. */
function OnceOpened({ isOpen, isNeeded = false, onCancel, children }: OnceOpenedProps) {
  const [wasOpened, setOpened] = useState(isOpen);
  if ((isOpen || isNeeded) && !wasOpened) setOpened(true);
  useLayoutEffect(() => (isOpen ? keepTyped() : undefined), [isOpen]);
  return wasOpened && <Suspense fallback={isOpen && <Coming onCancel={onCancel} />}>{children}</Suspense>;
}

const closeCompose = (): void => setView({ newLetterPopup: false });

/** Tells screen readers what others see happen in the list. */
function Announcer() {
  const { t } = useTranslation();
  const announcement = useAnnouncement();
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {/* Keyed: the same words, said once more, are a new announcement. */}
      {announcement && <p key={announcement.id}>{t(announcement.key, announcement.values)}</p>}
    </div>
  );
}

export interface OverlaysProps {
  /** The folder that the navigation marks. */
  folder: string;
  /** Undefined where the navigation is beside the page. */
  isNavOpen: boolean | undefined;
  onNavOpenChange: (isOpen: boolean) => void;
  onToggleSettings: () => void;
  areShortcutsShown: boolean;
  onShortcutsShownChange: (areShown: boolean) => void;
}

/** What opens over the page, and what is said about it. */
export function Overlays(props: OverlaysProps) {
  const { folder, isNavOpen, onNavOpenChange, onToggleSettings, areShortcutsShown, onShortcutsShownChange } = props;
  // Of the lists too: on a phone no navigation is there to do it.
  useEffect(followLabels, []);
  useEffect(keepFocus, []);
  useEffect(followToTop, []);
  useReturnedList();
  useBackCloses(useView((view) => view.settingsOpen) === true, closeSettings);
  const closeOwnOverlays = useEffectEvent(() => {
    onNavOpenChange(false);
    onShortcutsShownChange(false);
    closeSettings();
  });
  useEffect(() => onCloseOverlays(() => closeOwnOverlays()), []);
  const isComposeOpen = useView((view) => view.newLetterPopup);
  const isAsked = useEmailQuestion() !== undefined;
  const isRuleAsked = useRuleQuestion() !== undefined;
  const isLinkAsked = useAskedLink() !== undefined;
  return (
    <>
      {isNavOpen !== undefined && (
        <OnceOpened isOpen={isNavOpen} onCancel={() => onNavOpenChange(false)}>
          <NavDrawer
            current={folder}
            isOpen={isNavOpen}
            onOpenChange={onNavOpenChange}
            onToggleSettings={onToggleSettings}
          />
        </OnceOpened>
      )}
      <OnceOpened isOpen={isComposeOpen} isNeeded={useHasReturned()} onCancel={closeCompose}>
        <ComposePopup />
      </OnceOpened>
      <OnceOpened isOpen={isAsked}>
        <EmailQuestion />
      </OnceOpened>
      <QuestionDialog />
      <OnceOpened isOpen={isLinkAsked}>
        <LinkQuestion />
      </OnceOpened>
      <OnceOpened isOpen={isRuleAsked}>
        <RuleQuestion />
      </OnceOpened>
      <OnceOpened isOpen={areShortcutsShown} onCancel={() => onShortcutsShownChange(false)}>
        <ShortcutsDialog isOpen={areShortcutsShown} onOpenChange={onShortcutsShownChange} />
      </OnceOpened>
      <TooltipPopup />
      <Announcer />
      <Notices />
    </>
  );
}
