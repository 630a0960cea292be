import { allAccountsOf, characters, type LabelFace, MAX_LABEL_NAME } from "@pismo/jmap";
import type { TFunction } from "i18next";
import { type KeyboardEvent, type SubmitEvent, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type ActionContext, setLabel } from "../../actions/index.ts";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/labels.ts";
import { LabelDot } from "../../mail-ui/LabelChips.tsx";
import { getEmailRow, selectedCount, selectedEmails, useAccount, useFromMail, useLabels } from "../../store/index.ts";
import { dismissNotice, getNotices } from "../../store/notices.ts";
import { useShowsAllAccounts } from "../../store/session/all-accounts.ts";
import { useSessionState } from "../../store/session/session.ts";
import { createLabel } from "../../store/labels/edit-labels.ts";
import { endQuestion, useEmailQuestion } from "../../store/email-question.ts";
import { labelLines, pathWords, placeOfTyped } from "../../store/labels/label-tree.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Input, Problem } from "../../ui/Field.tsx";
import { visibleText } from "../../ui/visible-text.ts";
import { labelsForAll, type OfferedLabels } from "../../store/labels/labels-for.ts";
import { freshColor } from "../../mail-ui/labels/LabelForm.tsx";
import { labelProblem } from "../../mail-ui/labels/label-problem.ts";
import styles from "../../mail-ui/labels/Labels.module.css";

addTexts(texts);

/** The labels of the Emails that are meant: each is put on or taken off at once. */
export function LabelDialog() {
  const request = useEmailQuestion();
  return request && <Choice context={request} />;
}

type State = "on" | "some" | "off";

/** How many of the Emails have each label; of a whole folder that is not known. */
function useStates({ selection }: ActionContext, labels: readonly LabelFace[]): State[] {
  const ids = useMemo(() => new Set(selectedEmails(selection)), [selection]);
  return useFromMail(ids, () => {
    const rows = [...ids].flatMap((id) => getEmailRow(id) ?? []);
    const stateOf = ({ keyword }: LabelFace): State => {
      const having = rows.filter(({ keywords }) => keyword in keywords).length;
      return having === 0 ? "off" : having === rows.length ? "on" : "some";
    };
    return labels.map(stateOf).join(" ");
  }).split(" ") as State[];
}

/** What the Emails can be given. */
function useOffered({ selection }: ActionContext): OfferedLabels {
  const own = useLabels();
  const session = useSessionState((state) => state.session);
  const together = allAccountsOf(session, useAccount().accountId);
  return useMemo(
    () =>
      together ? labelsForAll([...selectedEmails(selection)], session, together) : { labels: own, isPartial: false },
    [together, selection, session, own],
  );
}

/** Of rows that are conversations their letters; those of a whole list are not known. */
function howMany({ selection }: ActionContext, t: TFunction): string {
  if (selection.kind === "ids") return t("labels.letters", { count: new Set(selectedEmails(selection)).size });
  return t(selection.query.threads ? "labels.conversations" : "labels.letters", { count: selectedCount(selection) });
}

function Choice({ context }: { context: ActionContext }) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const isTogether = useShowsAllAccounts();
  const { labels, isPartial } = useOffered(context);
  const states = useStates(context, labels);
  const [before] = useState(() => getNotices().at(-1)?.id ?? 0);
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const wanted = text.trim().toLowerCase();
  const asPath = pathWords(text);
  const lines = labelLines(labels).filter(({ path }) =>
    [wanted, asPath].some((each) => path.toLowerCase().includes(each)),
  );
  const isThere = lines.some(({ label, path }) => [label.name, path].some((each) => pathWords(each) === asPath));
  const place = placeOfTyped(labels, text);
  const isTooLong = characters(place.name) > MAX_LABEL_NAME;
  const isNew = !isTogether && wanted !== "" && !isThere && !isTooLong;
  const stateOf = (label: LabelFace): State => states[labels.indexOf(label)] ?? "off";
  const toggle = (label: LabelFace): void => {
    // Of each label the last word counts: others would stand there and say the opposite.
    const said = getNotices().filter(({ id: each, values }) => each > before && values?.["label"] === label.name);
    for (const each of said) dismissNotice(each.id);
    void setLabel(context, label, stateOf(label) !== "on");
  };

  const create = async (): Promise<void> => {
    try {
      const label = await createLabel({ ...place, color: freshColor(labels) });
      setText("");
      input.current?.focus();
      await setLabel(context, label, true);
    } catch (error) {
      setProblem(labelProblem(error, t));
    }
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (wanted === "") return;
    const found = lines.length === 1 ? lines[0] : lines.find(({ label }) => label.name.toLowerCase() === wanted);
    if (found) {
      toggle(found.label);
      setText("");
    } else if (isNew && lines.length === 0) void create();
    else boxes()[0]?.focus();
  };
  const boxes = (): HTMLInputElement[] => [
    ...(input.current?.form?.querySelectorAll<HTMLInputElement>("input[type=checkbox]") ?? []),
  ];
  /** Arrows lead from the field down its list and back; Enter does what Space does. */
  const moveByKeys = (event: KeyboardEvent<HTMLFormElement>): void => {
    const places = [input.current, ...boxes()];
    const at = places.indexOf(event.target as HTMLInputElement);
    const isEnter = event.key === "Enter" && at > 0;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (at === -1 || (step === 0 && !isEnter)) return;
    event.preventDefault();
    if (isEnter) places[at]?.click();
    else places[at + step]?.focus();
  };
  return (
    <Dialog
      open
      onOpenChange={endQuestion}
      title={t("labels.title")}
      description={howMany(context, t)}
      closeLabel={t("shell.close")}
      initialFocus={input}
      footer={
        <>
          {!isTogether && (
            <Link className={styles.manage} to="/settings/labels" onClick={endQuestion}>
              {t("labels.manage")}
            </Link>
          )}
          <Button variant="primary" onClick={endQuestion}>
            {t("labels.done")}
          </Button>
        </>
      }
    >
      <form className={styles.form} onSubmit={submit} onKeyDown={moveByKeys}>
        <Input
          ref={input}
          type="text"
          aria-label={t(isTogether ? "labels.findOne" : "labels.find")}
          placeholder={t(isTogether ? "labels.findOne" : "labels.find")}
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(undefined);
          }}
        />
        {isTooLong && <Problem>{t("labels.problems.tooLong", { count: MAX_LABEL_NAME })}</Problem>}
        {problem && <Problem>{problem}</Problem>}
        {!isTogether && labels.length === 0 && wanted === "" && <p className={styles.hint}>{t("labels.none")}</p>}
        {isPartial && <p className={styles.hint}>{t("labels.inEach")}</p>}
        <ul className={styles.choices}>
          {lines.map(({ label, depth }) => (
            <li key={label.id}>
              <label className={styles.choice} style={{ paddingLeft: 12 + Math.min(depth, 4) * 20 }}>
                <input
                  type="checkbox"
                  checked={stateOf(label) === "on"}
                  ref={(box) => {
                    if (box) box.indeterminate = stateOf(label) === "some";
                  }}
                  aria-describedby={stateOf(label) === "some" ? `${id}-${label.id}` : undefined}
                  onChange={() => toggle(label)}
                />
                <LabelDot label={label} />
                <span className={styles.name}>{visibleText(label.name)}</span>
                {stateOf(label) === "some" && (
                  <span className={styles.hint} id={`${id}-${label.id}`}>
                    {t("labels.some")}
                  </span>
                )}
              </label>
            </li>
          ))}
        </ul>
        {isNew && (
          <Button onClick={() => void create()}>{t("labels.create", { name: visibleText(text.trim()) })}</Button>
        )}
      </form>
    </Dialog>
  );
}
