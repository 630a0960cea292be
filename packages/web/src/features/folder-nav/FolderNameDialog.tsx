import type { Id, Mailbox } from "@pismo/jmap";
import { type SubmitEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { specialFolders, useMailboxes } from "../../store/index.ts";
import { createFolder, renameFolder } from "../../store/edit-folders.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { useFolderProblem } from "./use-folder-problem.ts";

/** A server may refuse more (RFC 8621 §2). */
const MAX_OCTETS = 255;

export interface FolderNameDialogProps {
  parentId: Id | null;
  /** The folder that gets a new name; without it a new folder is made and opened. */
  mailbox?: Mailbox;
  onDone: () => void;
  onCreated?: (() => void) | undefined;
}

/** The name that is typed, and what saving it does. */
function useFolderName({ parentId, mailbox, onDone, onCreated }: FolderNameDialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const problemText = useFolderProblem();
  const siblings = useMailboxes().filter((other) => other.parentId === parentId && other.id !== mailbox?.id);
  const [name, setName] = useState(mailbox?.name ?? "");
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  /** By a sibling, or by one of the seven: two lines "Sent" could not be told apart. */
  const isTaken = (chosen: string): boolean =>
    siblings.some((other) => other.name === chosen) ||
    (parentId === null && specialFolders.some((one) => t(`shell.${one}`).toLowerCase() === chosen.toLowerCase()));

  /** @returns why the name was refused */
  const save = async (): Promise<string | undefined> => {
    const chosen = name.trim();
    if (chosen === "") return t("shell.folders.nameMissing");
    if (new TextEncoder().encode(chosen).length > MAX_OCTETS) return t("actions.refused.nameTooLong");
    if (isTaken(chosen)) return t("shell.folders.nameTaken");
    if (mailbox) {
      if (chosen !== mailbox.name) renameFolder(mailbox.id, chosen);
      onDone();
      return undefined;
    }
    setBusy(true);
    try {
      const created = await createFolder(chosen, parentId);
      onDone();
      onCreated?.();
      void navigate(`/${created}?letters=all`);
      return undefined;
    } catch (error) {
      setBusy(false);
      return problemText(error);
    }
  };
  return { name, setName, problem, setProblem, isBusy, save };
}

/** Asks for a folder's name. */
export function FolderNameDialog(props: FolderNameDialogProps) {
  const { mailbox, onDone } = props;
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { name, setName, problem, setProblem, isBusy, save } = useFolderName(props);
  const trySaving = async (): Promise<void> => {
    const refusal = await save();
    if (refusal === undefined) return;
    setProblem(refusal);
    input.current?.focus();
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!isBusy) void trySaving();
  };

  return (
    <Dialog
      open
      onOpenChange={onDone}
      title={t(mailbox ? "shell.folders.renameTitle" : "shell.newFolder")}
      closeLabel={t("shell.close")}
      initialFocus={input}
      footer={
        <>
          <Button onClick={onDone}>{t("shell.cancel")}</Button>
          <Button variant="primary" type="submit" form={`${id}-form`} disabled={isBusy}>
            {t(mailbox ? "shell.folders.save" : "shell.folders.create")}
          </Button>
        </>
      }
    >
      <form id={`${id}-form`} noValidate onSubmit={submit}>
        <Field
          ref={input}
          label={t("shell.folders.name")}
          problem={problem}
          type="text"
          autoComplete="off"
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            setProblem(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
