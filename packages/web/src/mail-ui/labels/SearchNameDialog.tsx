import { characters, MAX_SEARCH_NAME, type SavedSearch } from "@pismo/jmap";
import { type SubmitEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/labels.ts";
import { notify } from "../../store/index.ts";
import { removeSearch, renameSearch, saveSearch } from "../../store/labels/saved-searches.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { labelProblem } from "./label-problem.ts";

addTexts(texts);

export interface SearchNameDialogProps {
  /** Without an id it is saved. */
  search: Omit<SavedSearch, "id"> & { id?: string };
  onDone: () => void;
}

/** Asks for the name of a search, to save it or to rename it. */
export function SearchNameDialog({ search, onDone }: SearchNameDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(search.name);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const refuse = (reason: string): void => {
    setProblem(reason);
    input.current?.focus();
  };
  const save = async (): Promise<void> => {
    const chosen = name.trim();
    if (chosen === "") return refuse(t("labels.problems.missing"));
    if (characters(chosen) > MAX_SEARCH_NAME) return refuse(t("labels.problems.tooLong", { count: MAX_SEARCH_NAME }));
    setBusy(true);
    try {
      const { id: known, text, mailboxId } = search;
      if (known !== undefined) await renameSearch(known, chosen);
      else {
        const made = await saveSearch({ name: chosen, text, mailboxId });
        notify({ key: "labels.savedSearch", values: { name: chosen }, undo: () => void removeSearch(made) });
      }
      onDone();
    } catch (error) {
      setBusy(false);
      refuse(labelProblem(error, t, "tooManySearches"));
    }
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!isBusy) void save();
  };
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title={t(search.id === undefined ? "labels.saveSearch" : "labels.rename")}
      closeLabel={t("shell.close")}
      initialFocus={input}
      footer={
        <>
          <Button onClick={onDone}>{t("shell.cancel")}</Button>
          <Button variant="primary" type="submit" form={`${id}-form`} disabled={isBusy}>
            {t("labels.save")}
          </Button>
        </>
      }
    >
      <form id={`${id}-form`} noValidate onSubmit={submit}>
        <Field
          ref={input}
          label={t("labels.searchName")}
          problem={problem}
          autoComplete="off"
          value={name}
          // A proposal, which typing replaces.
          onFocus={({ target }) => target.select()}
          onChange={(event) => {
            setName(event.target.value);
            setProblem(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
