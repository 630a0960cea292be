/** What is known of a letter, from the person's own server alone. */
import { addressKey, type SenderTrust } from "@pismo/jmap";
import { useEffect, useMemo, useState } from "react";
import { seenOf } from "../../../message-html/index.ts";
import type { FullEmail } from "../../../store/index.ts";
import { loadCorrespondents } from "../../../store/people/correspondents.ts";
import { type EarlierLetters, loadEarlierLetters } from "../../../store/people/earlier-letters.ts";
import { canFetchImages, loadSenderTrust } from "../../../store/records/remote-images.ts";
import { loadOneClick } from "../../../store/session/one-click.ts";
import { useCaution } from "../safety/use-caution.ts";
import { type SenderWarning, warningsOf } from "../safety/sender-warnings.ts";
import { type Resemblance, resemblanceOf } from "./known-people.ts";
import { contentOf, type LetterContent } from "./letter-content.ts";
import { type NearHost, nearHostsOf } from "./near-hosts.ts";
import { type Verdict, verdictOf } from "./verdict.ts";

/** Of what was asked, undefined is what could not be had. */
interface Found {
  trust: SenderTrust | undefined;
  earlier: EarlierLetters | undefined;
  resemblance: Resemblance | undefined;
  /** The person has written to the address. */
  isWritten: boolean;
  /** Hosts of addresses that are known: of those written to, and the sender's. */
  knownHosts: ReadonlySet<string>;
  /** The host that the server would ask; null: there is no offer that is signed. */
  oneClick: string | null;
}

export interface Facts extends Found {
  content: LetterContent;
  /** The person has seen its remote images. */
  areShown: boolean;
  warnings: readonly SenderWarning[];
  nearHosts: readonly NearHost[];
  verdict: Verdict;
}

/** The one sender that the letter names. */
export const senderOf = ({ from }: Pick<FullEmail, "from">) => (from?.length === 1 ? from[0] : undefined);

const hostOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1);

const orNothing = <T>(answer: Promise<T>): Promise<T | undefined> => answer.catch(() => undefined);

async function find(email: FullEmail): Promise<Found> {
  const sender = senderOf(email);
  const [trust, earlier, people, oneClick] = await Promise.all([
    canFetchImages() ? orNothing(loadSenderTrust(email.id)) : undefined,
    sender && orNothing(loadEarlierLetters(email, sender.email)),
    loadCorrespondents(),
    orNothing(loadOneClick(email.id)),
  ]);
  const written = [...people.values()].filter(({ isWritten }) => isWritten);
  return {
    trust,
    earlier,
    resemblance: sender && resemblanceOf(sender, people.values()),
    isWritten: sender !== undefined && people.get(addressKey(sender.email))?.isWritten === true,
    knownHosts: new Set([...written, ...(sender ? [sender] : [])].map(({ email: address }) => hostOf(address))),
    oneClick: oneClick ?? null,
  };
}

/** undefined while they are looked for. */
export function useFacts(email: FullEmail): Facts | undefined {
  const [found, setFound] = useState<Found>();
  const caution = useCaution(email);
  useEffect(() => {
    let isGone = false;
    void find(email).then((all) => void (isGone || setFound(all)));
    return () => {
      isGone = true;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once a letter
  }, [email.id]);
  const { bodyValues } = email;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the text of a letter does not change
  const content = useMemo(() => contentOf(email), [bodyValues]);
  return useMemo(() => {
    if (!found) return undefined;
    const { trust, resemblance, earlier } = found;
    const warnings = warningsOf(email, trust?.authentication);
    const nearHosts = nearHostsOf(content.hosts, found.knownHosts);
    const verdict = verdictOf({
      address: senderOf(email)?.email,
      checks: trust?.checks,
      authentication: trust?.authentication ?? "none",
      warnings,
      resemblance,
      misleading: content.misleading,
      nearHosts,
      reported: earlier?.reported ?? 0,
      caution,
    });
    const areShown = trust?.showsImages === true || seenOf(email.id).images.size > 0;
    return { ...found, content, areShown, warnings, nearHosts, verdict };
  }, [found, content, email, caution]);
}
