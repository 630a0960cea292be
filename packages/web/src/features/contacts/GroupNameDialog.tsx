import { type ContactCard, SetFailure, shownName } from "@pismo/jmap";
import { type SubmitEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { notify, notifyNotDone } from "../../store/index.ts";
import { failureNumber } from "../../store/failure-number.ts";
import { type NoticeInput, notifyRefused } from "../../store/notices.ts";
import { shownIdOf } from "../../store/contacts/card-accounts.ts";
import { createCard, updateCard } from "../../store/contacts/edit-cards.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { OwnerField, useOwner } from "./OwnerField.tsx";

/** What was refused, or could not be asked. */
export const tellProblem = (error: unknown): void =>
  error instanceof SetFailure ? notifyRefused([error.error]) : notifyNotDone(error);

/** Of several requests, of which some may have been done. */
export function tellBroken(error: unknown): void {
  if (error instanceof SetFailure) return tellProblem(error);
  const number = failureNumber(error);
  if (number === undefined) notify({ key: "contacts.brokeOff", tone: "error" });
  else notify({ key: "contacts.failedWithin", values: { number }, tone: "error" });
}

/** Says what was done, with its Undo: one that did not get to the server is offered again, and stays. */
export function tellDone(notice: NoticeInput, undo: () => Promise<unknown>): void {
  const takeBack = async (): Promise<void> => {
    try {
      await undo();
    } catch (error) {
      tellProblem(error);
      if (!(error instanceof SetFailure)) tellDone({ ...notice, timeout: 0 }, undo);
    }
  };
  notify({ ...notice, undo: () => void takeBack() });
}

export interface GroupNameDialogProps {
  /** Left out: a new one. */
  group?: ContactCard;
  /** @param id of the group that was made */
  onDone: (id?: string) => void;
}

/** The name of a group of contacts. */
export function GroupNameDialog({ group, onDone }: GroupNameDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(group ? shownName(group) : "");
  const [isBusy, setBusy] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const [owner, chooseOwner] = useOwner();
  const save = async (): Promise<void> => {
    const full = name.trim();
    if (full === "") return setMissing(true);
    setBusy(true);
    try {
      if (group) {
        await updateCard(group.id, { name: { full } });
        return onDone();
      }
      onDone(shownIdOf(owner, await createCard({ kind: "group", name: { full }, members: {} }, owner)));
    } catch (error) {
      setBusy(false);
      tellProblem(error);
    }
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!isBusy) void save();
  };
  return (
    <Dialog
      open
      onOpenChange={() => onDone()}
      title={t(group ? "contacts.renameGroup" : "contacts.newGroup")}
      closeLabel={t("shell.close")}
      initialFocus={input}
      footer={
        <>
          <Button onClick={() => onDone()}>{t("shell.cancel")}</Button>
          <Button variant="primary" type="submit" form={id} disabled={isBusy}>
            {t("contacts.save")}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit}>
        <Field
          ref={input}
          label={t("contacts.groupName")}
          value={name}
          maxLength={200}
          autoComplete="off"
          problem={isMissing && name.trim() === "" ? t("contacts.missingName") : undefined}
          onChange={({ target }) => setName(target.value)}
        />
        {!group && <OwnerField owner={owner} onChoose={chooseOwner} />}
      </form>
    </Dialog>
  );
}
