import { MAX_NOTIFYING_PLACES, type NotificationRules } from "@pismo/jmap";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { folderName, fullNames, isSpecialFolder, useLabels, useMailboxes } from "../../store/index.ts";
import { Button } from "../../ui/Button.tsx";
import { Labelled, Select } from "../../ui/Field.tsx";
import { visibleText } from "../../ui/visible-text.ts";
import styles from "./Notifications.module.css";

/** Of what lies there nothing is told. */
const silent = new Set(["junk", "trash", "sent", "drafts", "snoozed", "scheduled"]);

interface Place {
  kind: "mailboxIds" | "keywords";
  key: string;
  name: string;
}

/** All places of the shown account. */
function usePlaces(): Place[] {
  const { t } = useTranslation();
  const mailboxes = useMailboxes();
  const labels = useLabels();
  const fullName = fullNames(mailboxes);
  const folders = mailboxes.filter(({ role }) => !silent.has(role ?? ""));
  return [
    ...folders.map((mailbox): Place => {
      const name = folderName(mailbox);
      const shown = isSpecialFolder(name) ? t(`shell.${name}`) : visibleText(fullName(mailbox));
      return { kind: "mailboxIds", key: mailbox.id, name: shown };
    }),
    ...labels.map(({ keyword, name }): Place => ({ kind: "keywords", key: keyword, name: visibleText(name) })),
  ];
}

export interface ChosenPlacesProps {
  rules: NotificationRules;
  onChange: (rules: NotificationRules) => void;
}

export function ChosenPlaces({ rules, onChange }: ChosenPlacesProps) {
  const { t } = useTranslation();
  const id = useId();
  const places = usePlaces();
  const isChosen = ({ kind, key }: Place): boolean => Object.hasOwn(rules[kind], key);
  const known = places.filter(isChosen);
  const gone = (["mailboxIds", "keywords"] as const).flatMap((kind) =>
    Object.keys(rules[kind])
      .filter((key) => !known.some((place) => place.kind === kind && place.key === key))
      .map((key): Place => ({ kind, key, name: t("notifications.gone") })),
  );
  const chosen = [...known, ...gone];
  const add = ({ kind, key }: Place): void => onChange({ ...rules, [kind]: { ...rules[kind], [key]: true } });
  const remove = ({ kind, key }: Place): void => {
    const { [key]: _, ...rest } = rules[kind];
    onChange({ ...rules, [kind]: rest });
  };
  const choices = (kind: Place["kind"]) =>
    places.map((place, index) =>
      place.kind === kind && !isChosen(place) ? (
        <option key={`${kind} ${place.key}`} value={index}>
          {place.name}
        </option>
      ) : null,
    );
  return (
    <>
      {chosen.length > 0 && (
        <ul className={styles.list} aria-label={t("notifications.places")}>
          {chosen.map((place) => (
            <li key={`${place.kind} ${place.key}`} className={styles.line}>
              <span className={styles.text}>{place.name}</span>
              <Button
                aria-label={t("notifications.removePlace", { name: place.name })}
                onClick={() => {
                  remove(place);
                  document.getElementById(id)?.focus();
                }}
              >
                {t("notifications.takeAway")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Labelled id={id} label={t("notifications.add")}>
        <Select
          id={id}
          value=""
          disabled={chosen.length >= MAX_NOTIFYING_PLACES}
          onChange={({ target: { value } }) => {
            const place = places[Number(value)];
            if (value !== "" && place) add(place);
          }}
        >
          <option value="">{t("notifications.addChoice")}</option>
          <optgroup label={t("notifications.folders")}>{choices("mailboxIds")}</optgroup>
          <optgroup label={t("notifications.labels")}>{choices("keywords")}</optgroup>
        </Select>
      </Labelled>
    </>
  );
}
