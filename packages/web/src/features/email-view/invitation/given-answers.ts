/** What was answered to invitations. It outlives the card: with its answer an Email becomes a conversation, which draws the card once more. */
import type { DeliveryStatus, Id, Identity, SupersededEvent } from "@pismo/jmap";
import type { GivenAnswer, Invitation } from "../../../ical-vcard/index.ts";
import { newMessageId } from "../../../store/drafts/draft-email.ts";
import { createSignal } from "../../../store/signal.ts";

export interface GivenAnswers {
  /** Undefined: none of the account's addresses is invited, or it is not known yet. */
  identity?: Identity | undefined;
  /** As it was sent last, from here or another device. */
  given?: GivenAnswer | undefined;
  /** Undefined: that is not known. */
  delivered?: DeliveryStatus["delivered"] | undefined;
  sending?: GivenAnswer | undefined;
  problem?: string | undefined;
}

interface Giving {
  /** Undefined: no later letter replaces what is answered. */
  superseding: () => Promise<SupersededEvent | undefined>;
  send: (identity: Identity, answer: GivenAnswer, messageId: string) => Promise<void>;
  problemOf: (error: unknown) => string;
}

class Invited {
  readonly state = createSignal<GivenAnswers>({});
  /** What a later letter makes of it. */
  readonly superseded = createSignal<SupersededEvent | undefined>(undefined);
  /** Answers that were begun and that were ended here, and questions to the server: one that is older does not count. */
  #changes = 0;
  /** The same, of later letters. */
  #checks = 0;
  /** An answer whose own answer was lost is tried again as the same letter. */
  #tried: { answer: GivenAnswer; messageId: string } | undefined;

  async load(ask: () => Promise<GivenAnswers>): Promise<void> {
    const changes = ++this.#changes;
    // Without the account's addresses nothing is offered.
    const found = await ask().catch(() => undefined);
    if (found && this.#changes === changes) this.state.set({ ...this.state.get(), ...found });
  }

  /** @throws what `superseding` throws */
  async check(superseding: Giving["superseding"]): Promise<SupersededEvent | undefined> {
    const checks = ++this.#checks;
    const found = await superseding();
    if (this.#checks === checks) this.superseded.set(found);
    return found;
  }

  /** Nothing is sent once a later letter has come. A failure is said, and the answer is offered again. */
  async give(answer: GivenAnswer, { superseding, send, problemOf }: Giving): Promise<void> {
    const { identity, given, delivered, sending } = this.state.get();
    if (!identity || sending) return;
    this.#changes++;
    this.state.set({ identity, given, delivered, sending: answer });
    if (this.#tried?.answer !== answer) this.#tried = { answer, messageId: newMessageId(identity.email) };
    try {
      if (await this.check(superseding)) {
        this.state.set({ identity, given, delivered });
        return;
      }
      await send(identity, answer, this.#tried.messageId);
      this.#tried = undefined;
      this.state.set({ identity, given: answer, delivered: "queued" });
    } catch (error) {
      this.state.set({ identity, given, delivered, problem: problemOf(error) });
    } finally {
      this.#changes++;
    }
  }
}

const all = new Map<string, Invited>();

export function invitedBy(accountId: Id, emailId: Id, { uid, recurrenceId }: Invitation): Invited {
  const key = JSON.stringify([accountId, emailId, uid, recurrenceId]);
  const invited = all.get(key) ?? new Invited();
  all.set(key, invited);
  return invited;
}
