import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../../i18n/numbers.ts";
import type { FullEmail } from "../../../store/index.ts";
import { askersOf } from "../../../store/submissions/receipts.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import { unsubscribeWays } from "../../../mail-ui/unsubscribe/unsubscribe-ways.ts";
import type { Blocked } from "./letter-content.ts";
import { type Line, Section } from "./Section.tsx";
import type { Facts } from "./use-facts.ts";

/** Links and hosts that are named. */
const [MOST_LINKS, MOST_HOSTS] = [5, 12];
const LONGEST = 300;

const shown = (text: string): string => visibleText(text.slice(0, LONGEST));
const hostOf = (url: string): string => shown(URL.parse(url)?.host ?? url);

interface SectionsProps {
  email: FullEmail;
  facts: Facts;
}

/** Where a letter leads, what of it was blocked, and what its sender would learn. */
export function ContentSections({ email, facts }: SectionsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Section title={t("genuine.links.title")} lines={links(facts, t)} />
      <Section title={t("genuine.blocked.title")} lines={blocked(facts, t)} />
      <Section title={t("genuine.learns.title")} lines={learns(email, facts, t)} />
    </>
  );
}

function links({ content, nearHosts }: Facts, t: TFunction): Line[] {
  const { misleading, misleadingCount, hosts, isPartial } = content;
  const more = hosts.length - MOST_HOSTS;
  const named = hosts.slice(0, MOST_HOSTS).map(shown).join(", ");
  return [
    ...misleading
      .slice(0, MOST_LINKS)
      .map(({ named: other, host }) => t("genuine.links.misleading", { named: shown(other), host: shown(host) })),
    ...nearHosts
      .slice(0, MOST_LINKS)
      .map(({ host, known }) => t("genuine.links.near", { host: shown(host), known: shown(known) })),
    misleading.length > MOST_LINKS && t("genuine.links.all", { count: misleadingCount }),
    hosts.length > 0 && t("genuine.links.hosts", { hosts: more > 0 ? `${named}, …` : named }),
    hosts.length > 0 && misleadingCount === 0 && !isPartial && t("genuine.links.honest"),
    hosts.length === 0 && misleadingCount === 0 && !isPartial && t("genuine.links.none"),
    isPartial && t("genuine.links.partial"),
  ];
}

const kinds = ["trackers", "pictures", "scripts", "forms", "frames"] as const satisfies (keyof Blocked)[];

function blocked({ content, areShown }: Facts, t: TFunction): Line[] {
  const counts = kinds.flatMap((kind) => {
    const count = content.blocked[kind];
    if (count === 0) return [];
    const key = kind === "pictures" && areShown ? "picturesShown" : kind;
    return [t(`genuine.blocked.${key}`, { number: formatNumber(count) })];
  });
  if (content.isPartial) return [...counts, t("genuine.blocked.partial")];
  return counts.length > 0 ? counts : [t("genuine.blocked.none")];
}

function learns(email: FullEmail, { content, areShown, oneClick }: Facts, t: TFunction): Line[] {
  const { pictures, trackers } = content.blocked;
  const answered = (email.replyTo?.length ? email.replyTo : email.from) ?? [];
  const address = answered
    .slice(0, MOST_LINKS)
    .map((each) => shown(each.email))
    .join(", ");
  // Of what could not be looked at whole nothing good is said.
  const mayLoad = pictures > 0 || content.isPartial;
  const reading = mayLoad && areShown ? "shown" : mayLoad || trackers > 0 ? "hidden" : "nothing";
  return [
    t(`genuine.learns.reading.${reading}`),
    address !== "" && t("genuine.learns.answering", { address }),
    askersOf(email).length > 0 && t("genuine.learns.receipt"),
    ...leaving(email, oneClick, t),
  ];
}

function leaving(email: FullEmail, oneClick: string | null, t: TFunction): Line[] {
  const { message, page } = unsubscribeWays(email["header:List-Unsubscribe:asURLs"] as string[] | null | undefined);
  if (!message && page === undefined) return [t("genuine.learns.noWay")];
  if (oneClick !== null) return [t("genuine.learns.oneClick", { host: hostOf(oneClick) })];
  return [
    message && t("genuine.learns.letter", { address: shown(message.to) }),
    page !== undefined && t("genuine.learns.page", { host: hostOf(page) }),
  ];
}
