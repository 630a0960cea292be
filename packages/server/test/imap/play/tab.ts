/** A person at one tab of a Pismo: reads the list, pauses, and changes an Email that may have changed by then. */
import { type Email, type Id, type JmapResponse, MAIL, type Mailbox } from "@pismo/jmap";
import { setTimeout as sleep } from "node:timers/promises";
import { submissionRules } from "../../../src/cli/server/submission-rules.ts";
import { createLogger } from "../../../src/log.ts";
import { coreCapability } from "../../../src/methods/capabilities.ts";
import type { RequestContext } from "../../../src/methods/context.ts";
import { handleRequest } from "../../../src/methods/dispatch.ts";
import type { randomFrom } from "../../store/random.ts";
import { testMessage } from "../mirrored.ts";
import type { Pismo } from "./pismo.ts";
import type { Record } from "./record.ts";

type ListedEmail = Pick<Email, "id" | "subject" | "mailboxIds" | "keywords">;
type Arguments = { [name: string]: unknown };

const keywords = ["$seen", "$flagged", "$answered", "$important", "project-x"];

export class Tab {
  readonly #name: string;
  readonly #pismo: Pismo;
  readonly #random: ReturnType<typeof randomFrom>;
  readonly #record: Record;
  readonly #context: RequestContext;

  constructor(name: string, pismo: Pismo, random: ReturnType<typeof randomFrom>, record: Record) {
    this.#name = name;
    this.#pismo = pismo;
    this.#random = random;
    this.#record = record;
    const { store, mime } = pismo.mirror;
    this.#context = {
      store,
      mime,
      log: createLogger("error"),
      requestId: "play",
      access: { username: name, credential: name, accountIds: [pismo.accountId] },
      limits: coreCapability(1_000_000),
      submission: submissionRules({ domain: "pismo.localhost", smtpUrl: undefined }),
      sessionState: "",
      signal: new AbortController().signal,
      onPushSubscription: () => undefined,

      waitForPushSubscription: () => 0,
      signImage: () => "",
      textOfFile: () => Promise.resolve(undefined),
      trustedServers: new Set<string>(),
      unsubscribe: () => Promise.resolve(undefined),
      addressBookServers: undefined,
      mailServers: undefined,
      sieveServers: undefined,
    };
  }

  async act(): Promise<void> {
    const mailboxes = (await this.#call("Mailbox/get", {}))["list"] as Mailbox[];
    await (this.#random.chance(0.12) ? this.#changeFolders(mailboxes) : this.#changeEmail(mailboxes));
    if (this.#random.chance(0.15)) await this.#write(mailboxes);
  }

  async #changeEmail(mailboxes: readonly Mailbox[]): Promise<void> {
    const random = this.#random;
    const { ids } = (await this.#call("Email/query", { limit: 500 })) as { ids: Id[] };
    if (ids.length === 0) return undefined;
    const seen = await this.#get(random.pick(ids));
    if (!seen) return undefined;
    if (random.chance(0.5)) await sleep(random.below(40));
    const targets = mailboxes.filter(({ name }) => this.#record.mayPutInto(this.#pismo.name, name));
    const target = random.pick(targets);
    const kind = random.below(16);
    if (kind < 8) return this.#mark(seen, random.pick(keywords));
    if (kind < 12) return this.#move(seen, target);
    if (kind < 13) return this.#update(seen, `copy to ${target.name}`, { [`mailboxIds/${target.id}`]: true });
    if (kind < 15) return this.#destroy(seen);
    return undefined;
  }

  #mark(seen: ListedEmail, keyword: string): Promise<void> {
    const next = keyword in seen.keywords ? null : true;
    return this.#update(seen, `${next ? "+" : "-"}${keyword}`, { [`keywords/${keyword}`]: next });
  }

  /** Like the page: out of the shown folder, into another. */
  #move(seen: ListedEmail, { id, name }: Mailbox): Promise<void> {
    const from = this.#random.pick(Object.keys(seen.mailboxIds));
    if (from === id) return Promise.resolve();
    return this.#update(seen, `move to ${name}`, { [`mailboxIds/${from}`]: null, [`mailboxIds/${id}`]: true });
  }

  async #update(seen: ListedEmail, what: string, patch: Arguments): Promise<void> {
    const { notUpdated } = await this.#call("Email/set", { update: { [seen.id]: patch } });
    const name = seen.subject ?? "";
    this.#record.note(this.#name, `${what}${notUpdated ? " (in vain)" : ""}`, name);
    // Another tab may have changed it since, and records its new state.
    const now = await this.#get(seen.id);
    if (notUpdated) return;
    if (what.startsWith("move")) {
      this.#record.movedHere.add(name);
      this.#record.moved(this.#pismo.name, name);
    }
    // Two tabs that move a message at once put it into two folders.
    if (now && Object.keys(now.mailboxIds).length > 1) this.#record.copied.add(name);
    this.#record.changed(
      this.#pismo.name,
      name,
      now && { keywords: Object.keys(now.keywords), mailboxIds: Object.keys(now.mailboxIds) },
    );
  }

  async #destroy(seen: ListedEmail): Promise<void> {
    const { destroyed } = await this.#call("Email/set", { destroy: [seen.id] });
    const name = seen.subject ?? "";
    this.#record.note(this.#name, destroyed ? "destroy" : "destroy (in vain)", name);
    if (!destroyed) return;
    this.#record.destroyed.add(name);
    this.#record.changed(this.#pismo.name, name);
  }

  async #changeFolders(mailboxes: readonly Mailbox[]): Promise<void> {
    const random = this.#random;
    const record = this.#record;
    const who = this.#pismo.name;
    const own = mailboxes.filter(({ myRights, name }) => myRights.mayDelete && record.mayChange(who, name));
    const isNew = random.chance(0.3) || own.length === 0;
    const name = record.folderName(isNew ? "Папка" : "Имя", who);
    if (isNew) {
      record.note(this.#name, "make", name);
      const parentId = random.chance(0.5) || own.length === 0 ? null : random.pick(own).id;
      await this.#call("Mailbox/set", { create: { new: { name, parentId } } });
      return;
    }
    const { id, name: before } = random.pick(own);
    if (random.chance(0.5)) {
      record.note(this.#name, `rename ${before} to`, name);
      await this.#call("Mailbox/set", { update: { [id]: { name } } });
      record.renamedOrDeleted(who, before);
      return;
    }
    const { destroyed } = await this.#call("Mailbox/set", { destroy: [id] });
    record.note(this.#name, destroyed ? "destroy" : "destroy (in vain)", before);
    if (destroyed) record.renamedOrDeleted(who, before);
  }

  /** A message that is not on the server yet. */
  async #write(mailboxes: readonly Mailbox[]): Promise<void> {
    const { mirror, accountId, name: who } = this.#pismo;
    const name = this.#record.newName();
    const mailbox = this.#random.pick(mailboxes.filter((each) => this.#record.mayPutInto(who, each.name)));
    try {
      await mirror.ingest.deliver({ accountId, bytes: Buffer.from(testMessage(name)), mailboxIds: [mailbox.id] });
    } catch {
      // The folder was deleted in the meantime.
      return;
    }
    this.#record.note(this.#name, `write into ${mailbox.name}`, name);
    this.#record.made.push(name);
  }

  async #get(id: Id): Promise<ListedEmail | undefined> {
    const properties = ["id", "subject", "mailboxIds", "keywords"];
    return ((await this.#call("Email/get", { ids: [id], properties })) as { list: ListedEmail[] }).list[0];
  }

  async #call(name: string, args: Arguments): Promise<Arguments> {
    const { accountId } = this.#pismo;
    const request = { using: ["urn:ietf:params:jmap:core", MAIL], methodCalls: [[name, { accountId, ...args }, "0"]] };
    const { methodResponses } = JSON.parse((await handleRequest(request, this.#context)).text) as JmapResponse;
    const [answer, result] = methodResponses[0]!;
    if (answer === "error") throw new Error(`${name}: ${JSON.stringify(result)}`);
    return result;
  }
}
