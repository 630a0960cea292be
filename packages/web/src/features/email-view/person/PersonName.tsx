import type { EmailAddress, Id } from "@pismo/jmap";
import { type ReactNode, Suspense, useRef, useState } from "react";
import { flushSync } from "react-dom";
import popover from "../../../ui/Popover.module.css";
import { DeferredTrigger } from "../../../ui/lazy/DeferredTrigger.tsx";
import { lazyPart } from "../../../ui/lazy/fetch-code.ts";
import { useDeferredPopup } from "../../../ui/lazy/use-deferred-popup.ts";
import styles from "./PersonName.module.css";

const PersonCard = lazyPart(() => import("./PersonCard.tsx"), "PersonCard");

/** In ms: a pointer that only passes by opens nothing. */
const HOVER_DELAY = 300;
/** For the pointer's way from the name to the card. */
const LEAVE_DELAY = 200;

export interface PersonNameProps {
  /** The letter that names the person. */
  emailId: Id;
  person: EmailAddress;
  /** Of a letter that may be false the name and the address say nothing: no contact and no files are looked for. */
  isBelieved: boolean;
  /** What the letter shows. */
  name: string;
  /** The same, as it is drawn. */
  children: ReactNode;
}

/** A name in a letter, which has a card. */
export function PersonName({ children, ...props }: PersonNameProps) {
  return (
    <span className={styles.person}>
      <span className={styles.text} aria-hidden="true">
        {children}
      </span>
      <CardButton {...props} />
    </span>
  );
}

/**
 * A card about the person shows while the pointer is on it or the keyboard has come to it, and stays
 * with the focus in it when it is pressed (WCAG 1.4.13).
 */
function CardButton({ emailId, person, isBelieved, name }: Omit<PersonNameProps, "children">) {
  const { parts, interaction, note, forget } = useDeferredPopup(undefined, undefined);
  const [view, setView] = useState<"preview" | "entered">();
  const button = useRef<HTMLButtonElement>(null);
  /** The focus comes back from the card: it asks for nothing. */
  const isReturning = useRef(false);
  const trigger = <button ref={button} type="button" className={styles.cover} aria-label={name} />;
  if (!parts) return <DeferredTrigger trigger={trigger} popup="dialog" hoverDelay={HOVER_DELAY} onChange={note} />;
  const Base = parts.Popover;
  const isEntered = view === "entered" || interaction.wasAsked;
  const close = (): void => {
    setView(undefined);
    forget();
  };
  return (
    <Base.Root
      open={view !== undefined || interaction.wasAsked || interaction.isHovered}
      onOpenChange={(next, { reason }) => {
        // Pressed, it stays though the pointer leaves.
        if (!next && isEntered && reason === "trigger-hover") return;
        if (next) return setView((was) => was ?? "preview");
        close();
        if (!isEntered || reason !== "escape-key") return;
        isReturning.current = true;
        button.current?.focus();
        isReturning.current = false;
      }}
    >
      <Base.Trigger
        autoFocus={interaction.hasFocus}
        render={trigger}
        openOnHover
        delay={HOVER_DELAY}
        closeDelay={LEAVE_DELAY}
        onClick={(event) => {
          event.preventBaseUIHandler();
          setView("entered");
        }}
        // Before the focus moves: with the card its guards go, which would lead it in there.
        onKeyDown={({ key }) => key === "Tab" && flushSync(close)}
        onFocus={({ currentTarget }) => {
          if (!isReturning.current && currentTarget.matches(":focus-visible")) setView((was) => was ?? "preview");
        }}
        onBlur={() => setView((was) => (was === "preview" ? undefined : was))}
        onPointerLeave={() => view !== undefined && forget()}
      />
      <Base.Portal>
        <Base.Positioner className={popover.positioner} align="start" sideOffset={4} collisionPadding={8}>
          <Base.Popup
            className={popover.popup}
            aria-label={name}
            initialFocus={false}
            finalFocus={false}
            data-preview={isEntered ? undefined : ""}
          >
            <Suspense fallback={<div className={styles.coming} />}>
              <PersonCard
                emailId={emailId}
                person={person}
                isBelieved={isBelieved}
                isEntered={isEntered}
                onEnter={() => setView("entered")}
                onLeave={() => {
                  button.current?.focus();
                  close();
                }}
              />
            </Suspense>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
