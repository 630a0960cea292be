/** Runs a script on a letter. What is to be done with the letter comes out; nothing is done here. */
import type { CheckedCommand, CheckedScript, Value } from "../language/checked.ts";
import { MAX_ACTIONS, MAX_EDITS, MAX_REDIRECTS } from "../language/limits.ts";
import { isFieldName, isProtectedField } from "../language/meaning.ts";
import { SieveError } from "../language/sieve-error.ts";
import { flagsOf, uniqueFlags, withoutFlags } from "./flags.ts";
import type { EditedHeader } from "./letter.ts";
import { matches } from "./match.ts";
import { Memory } from "./memory.ts";
import { modified } from "./set-variable.ts";
import { type Context, holds, type Surroundings } from "./tests.ts";
import { type VacationAnswer, vacationAnswer } from "./vacation.ts";

export interface Placement {
  /** "Parent/Child"; null: the inbox, by `keep`. */
  folder: string | null;
  /** RFC 9042 §4: it goes there while that is, and into `folder` afterwards. */
  mailboxId: string | undefined;
  flags: readonly string[];
  /** The folder is made where it is missing (RFC 5490 §3.2). */
  mayCreate: boolean;
  /** Of the command; 0: the implicit keep. */
  line: number;
}

export interface Redirection {
  address: string;
  line: number;
}

export interface Verdict {
  placements: readonly Placement[];
  /** To whom the letter is sent on as it is. */
  redirections: readonly Redirection[];
  /** What its sender is told while the person is away. */
  vacation: VacationAnswer | undefined;
  /** The sender is told so; nothing is kept. */
  rejection: string | undefined;
  /** Its header, as the script has changed it (RFC 5293). */
  edited: EditedHeader | undefined;
  /** What the script has left in the variable "rules": the names of those that held. */
  rules: readonly string[];
}

const RULE_NAME = /^[\w-]{1,32}$/;
/** Of one letter. */
const MAX_RULES = 32;

const namesOfRules = (value: string): string[] =>
  [...new Set(value.split(/\s+/).filter((name) => RULE_NAME.test(name)))].slice(0, MAX_RULES);

class Run {
  readonly #placements = new Map<string, Placement>();
  readonly #context: Context;
  readonly #redirections = new Map<string, Redirection>();
  #vacation: VacationAnswer | undefined;
  #isKept = true;
  #edits = 0;
  #rejection: string | undefined;

  constructor(context: Context) {
    this.#context = context;
  }

  verdict(commands: readonly CheckedCommand[]): Verdict {
    this.#block(commands);
    if (this.#isKept)
      this.#place({ folder: null, flags: this.#memory.flags, mayCreate: false, line: 0, mailboxId: undefined });
    const rules = namesOfRules(this.#memory.variable("rules"));
    return {
      placements: [...this.#placements.values()],
      redirections: [...this.#redirections.values()],
      vacation: this.#vacation,
      rejection: this.#rejection,
      edited: this.#context.letter.edited,
      rules,
    };
  }

  get #memory(): Memory {
    return this.#context.memory;
  }

  /** @returns whether the script stops */
  #block(commands: readonly CheckedCommand[]): boolean {
    let isDecided = false;
    for (const command of commands) {
      const { name, line, tests, block = [] } = command;
      this.#memory.line = line;
      this.#memory.work(1);
      if (name === "stop") return true;
      if (name === "if") isDecided = false;
      if (name !== "if" && name !== "elsif" && name !== "else") this.#perform(command);
      else if (!isDecided && (name === "else" || holds(tests[0]!, this.#context))) {
        isDecided = true;
        if (this.#block(block)) return true;
      }
    }
    return false;
  }

  #perform(command: CheckedCommand): void {
    const { name, values, line } = command;
    this.#memory.line = line;
    switch (name) {
      case "keep":
        this.#isKept = false;
        return this.#place({
          folder: null,
          flags: this.#flagsFor(command),
          mayCreate: false,
          line,
          mailboxId: undefined,
        });
      case "fileinto":
        return this.#fileInto(command);
      case "discard":
        this.#isKept = false;
        return;
      case "reject":
      case "ereject":
        return this.#reject(this.#text(values[0]!));
      case "redirect":
        return this.#redirect(command);
      case "vacation":
        return this.#answer(command);
      case "addheader":
      case "deleteheader":
        return this.#edit(command);
      case "set":
        return this.#set(command);
      default:
        this.#changeFlags(name, values);
    }
  }

  #fileInto(command: CheckedCommand): void {
    const folder = this.#text(command.values[0]!);
    const { line, tags } = command;
    if (folder.trim() === "" || folder.split("/").includes("")) {
      throw new SieveError(line, `${JSON.stringify(folder.slice(0, 100))} is no name of a folder`);
    }
    // Of two into one folder the first one says whether it is a copy.
    if (!tags.has("copy") && !this.#placements.has(folder)) this.#isKept = false;
    const isInbox = folder.toLowerCase() === "inbox";
    const flags = this.#flagsFor(command);
    const id = tags.get("mailboxid");
    const mailboxId = id ? this.#text(id) : undefined;
    this.#place({ folder: isInbox ? null : folder, mailboxId, flags, mayCreate: tags.has("create"), line });
  }

  #place(placement: Placement): void {
    const { folder, line } = placement;
    if (this.#rejection !== undefined)
      throw new SieveError(line || this.#memory.line, "a letter is kept or rejected, not both");
    const key = folder === null ? "" : folder;
    // A letter lies in a folder once: with the flags that came last, and made as the first one said.
    const { mayCreate } = this.#placements.get(key) ?? placement;
    this.#placements.set(key, { ...placement, mayCreate });
    if (this.#placements.size > MAX_ACTIONS)
      throw new SieveError(line, `a letter goes to ${MAX_ACTIONS} folders at most`);
  }

  #reject(reason: string): void {
    const isTaken = this.#placements.size > 0 || this.#redirections.size > 0 || this.#vacation !== undefined;
    if (isTaken || this.#rejection !== undefined) {
      throw new SieveError(this.#memory.line, "a letter is kept or rejected, not both, and once");
    }
    this.#rejection = reason;
    this.#isKept = false;
  }

  #redirect({ values: [target], tags, line }: CheckedCommand): void {
    if (this.#rejection !== undefined) throw new SieveError(line, "a letter is sent on or rejected, not both");
    if (!tags.has("copy")) this.#isKept = false;
    const address = this.#text(target!);
    const key = address.toLowerCase();
    if (!this.#redirections.has(key)) this.#redirections.set(key, { address, line });
    if (this.#redirections.size > MAX_REDIRECTS)
      throw new SieveError(line, `a letter is sent on to ${MAX_REDIRECTS} addresses at most`);
  }

  /** A letter lies here once, however many folders it is in: what it says is decided before it goes anywhere. */
  #edit(command: CheckedCommand): void {
    const { name: which, values, tags, line } = command;
    if (this.#placements.size > 0 || this.#redirections.size > 0)
      throw new SieveError(line, "a letter is changed before it is put anywhere, and not after that");
    if (++this.#edits > MAX_EDITS) throw new SieveError(line, `a letter is changed ${MAX_EDITS} times at most`);
    const { letter } = this.#context;
    const { work } = this.#memory;
    const name = this.#text(values[0]!);
    if (!isFieldName(name))
      throw new SieveError(line, `${JSON.stringify(name.slice(0, 100))} is no name of a header field`);
    if (isProtectedField(name)) return;
    if (which === "addheader") return letter.addField(name, this.#text(values[1]!), tags.has("last"), work);
    const fields = letter.header(name, work);
    const keys = values[1]?.kind === "strings" ? this.#memory.texts(values[1].strings) : undefined;
    const index = tags.get("index");
    const from = index?.kind === "number" ? index.number : undefined;
    const only = from === undefined ? undefined : tags.has("last") ? fields.length - from : from - 1;
    const isWanted = (place: number): boolean =>
      (only === undefined || only === place) &&
      (keys === undefined || matches(command, [fields[place]!], keys, this.#memory));
    return letter.removeFields(name, isWanted, work);
  }

  /** RFC 5230 §4.7: once, and not with a rejection. */
  #answer(command: CheckedCommand): void {
    if (this.#rejection !== undefined || this.#vacation !== undefined)
      throw new SieveError(command.line, "a letter is answered once, and not where it is rejected");
    this.#vacation = vacationAnswer(command, this.#memory);
  }

  /** RFC 5232 §6: those of the tag, else those that the script has set. */
  #flagsFor({ tags }: CheckedCommand): readonly string[] {
    const own = tags.get("flags");
    return own?.kind === "strings" ? flagsOf(this.#memory.texts(own.strings)) : this.#memory.flags;
  }

  #set({ values: [name, value], tags, line }: CheckedCommand): void {
    const text = modified(this.#text(value!), tags);
    this.#memory.line = line;
    this.#memory.setVariable(this.#text(name!), text);
  }

  #changeFlags(name: string, values: readonly Value[]): void {
    const memory = this.#memory;
    const [variable, list] = values.length > 1 ? [this.#text(values[0]!), values[1]!] : [undefined, values[0]!];
    const given = list.kind === "strings" ? flagsOf(memory.texts(list.strings)) : [];
    const before = variable === undefined ? memory.flags : flagsOf([memory.variable(variable)]);
    const after = name === "setflag" ? given : name === "addflag" ? [...before, ...given] : withoutFlags(before, given);
    if (variable === undefined) memory.flags = after;
    else memory.setVariable(variable, uniqueFlags(after).join(" "));
  }

  #text(value: Value): string {
    return value.kind === "strings" ? this.#memory.text(value.strings[0]!) : "";
  }
}

/** @throws SieveError what went wrong: the letter stays in the inbox */
export function run({ commands, required }: CheckedScript, surroundings: Surroundings): Verdict {
  const memory = new Memory(required.has("variables"));
  return new Run({ ...surroundings, memory }).verdict(commands);
}
