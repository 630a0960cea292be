import type { ShownFact, ShownFactField } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { currentLanguage } from "../../../i18n/index.ts";
import { isDeceptiveHost, readableHost } from "../../../message-html/index.ts";
import { askAboutLink, askingLink, notify } from "../../../store/index.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import { stateKey } from "./fact-names.ts";
import { dayText, sumText, timeText, valueKind, zoneFor } from "./fact-text.ts";
import styles from "./Facts.module.css";

/** A value as people read it. */
export function FactValue({ field: { name, value }, fact }: { field: ShownFactField; fact: ShownFact }) {
  const { t } = useTranslation();
  const language = currentLanguage();
  switch (valueKind(name)) {
    case "sum":
      return sumText(value, language);
    case "day":
      return dayText(value, language);
    case "time":
      return <Time value={value} zone={zoneFor(name, fact.fields)} />;
    case "url":
      return <Target url={value} />;
    case "code":
      return <Code code={value} />;
    case "state":
      return t(stateKey(fact.kind, value), { defaultValue: visibleText(value) });
    default:
      return (
        <bdi>{name === "accountDigits" ? t("facts.digits", { digits: visibleText(value) }) : visibleText(value)}</bdi>
      );
  }
}

function Time({ value, zone }: { value: string; zone: string | undefined }) {
  const { t } = useTranslation();
  const { text, here } = timeText(value, zone, currentLanguage());
  return (
    <span>
      {text}
      {here !== undefined && <span className={styles.here}>{t("facts.here", { time: here })}</span>}
    </span>
  );
}

/** As computers read it, for it then looks like no other; in letters of one alphabet throughout it is as people write it. */
function shownHost(hostname: string): string {
  const readable = readableHost(hostname);
  const isWhole = /[^\0-\x7f][^.]*$/.test(readable) && !isDeceptiveHost(readable);
  return isWhole ? visibleText(readable) : hostname;
}

/** A link says where it leads, and asks before it is followed. */
function Target({ url }: { url: string }) {
  const { t } = useTranslation();
  const target = URL.parse(url);
  if (!target || !/^https?:$/.test(target.protocol)) return <bdi>{visibleText(url)}</bdi>;
  const { hostname, href } = target;
  const host = shownHost(hostname);
  const isMisleading = isDeceptiveHost(readableHost(hostname));
  return (
    <a
      className={styles.link}
      href={askingLink(href, isMisleading)}
      target="_blank"
      rel="noopener noreferrer"
      onClick={(event) => {
        // Another tab is what these keys ask for.
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        askAboutLink(href, isMisleading);
      }}
    >
      {t("facts.open", { host })}
    </a>
  );
}

function Code({ code }: { code: string }) {
  const { t } = useTranslation();
  const shown = visibleText(code);
  const copy = (): void => {
    navigator.clipboard.writeText(code).then(
      () => notify({ key: "facts.copied", values: { code: shown } }),
      () => notify({ key: "facts.notCopied", tone: "error" }),
    );
  };
  return (
    <span className={styles.code}>
      <code>{shown}</code>
      <IconButton icon={lateIcons.copy} iconSize={18} label={t("facts.copy", { code: shown })} onClick={copy} />
    </span>
  );
}
