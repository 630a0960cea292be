import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Location, useBlocker } from "react-router";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/unsaved.ts";
import { accountInAddress } from "../../store/session/account-address.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { holdTab } from "./hold-tab.ts";

addTexts(texts);

export interface Unsaved {
  /** Does what takes the form away; where something is changed, once the person has agreed. */
  leave: (then: () => void) => void;
  /** The next navigation asks nothing: the person has pressed Cancel. */
  giveUp: () => void;
  /** To be rendered where the form is: in a dialog, inside of it. */
  question: ReactNode;
}

/**
 * Asks before a form with changes is left: by a link, a key, the browser's Back, or another way that calls `leave`. A tab
 * that is closed asks in the browser's own words. There is one such form at a time, or one hook for several.
 * @param isChanged something would be lost; not while it is being saved
 * @param onLeft of a form that stays over the page wherever it goes: closes it
 */
export function useUnsaved(isChanged: boolean, onLeft?: () => void): Unsaved {
  const [asked, setAsked] = useState<{ goOn: () => void }>();
  const isGivenUp = useRef(false);
  const giveUp = useCallback(() => void (isGivenUp.current = true), []);
  return {
    leave: (then) => (isChanged ? setAsked({ goOn: then }) : then()),
    giveUp,
    question: isChanged && (
      <Guard
        leave={asked?.goOn}
        isGivenUp={() => isGivenUp.current}
        onAnswered={() => setAsked(undefined)}
        onLeft={onLeft}
      />
    ),
  };
}

/** Another state of the same page, as a search in the list beside the form, leaves the form where it is. */
const isAnotherPage = (from: Location, to: Location): boolean =>
  from.pathname !== to.pathname || accountInAddress(from.search) !== accountInAddress(to.search);

interface GuardProps {
  /** What is asked about, where it is no navigation. */
  leave: (() => void) | undefined;
  isGivenUp: () => boolean;
  onAnswered: () => void;
  onLeft: (() => void) | undefined;
}

function Guard({ leave, isGivenUp, onAnswered, onLeft }: GuardProps) {
  const { t } = useTranslation();
  const stayButton = useRef<HTMLButtonElement>(null);
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) => !isGivenUp() && isAnotherPage(currentLocation, nextLocation),
  );
  useEffect(holdTab, []);
  const stay = (): void => {
    reset?.();
    onAnswered();
  };
  const go = (): void => {
    onAnswered();
    leave?.();
    if (!proceed) return;
    proceed();
    onLeft?.();
  };
  return (
    <Dialog
      open={state === "blocked" || leave !== undefined}
      onOpenChange={stay}
      title={t("unsaved.question")}
      description={t("unsaved.what")}
      closeLabel={t("shell.close")}
      initialFocus={stayButton}
      // The history is on its way back to the form.
      ignoresBack
      footer={
        <>
          <Button onClick={go}>{t("unsaved.leave")}</Button>
          <Button ref={stayButton} variant="primary" onClick={stay}>
            {t("unsaved.stay")}
          </Button>
        </>
      }
    />
  );
}
