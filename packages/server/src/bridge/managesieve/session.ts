/** A signed-in session with a ManageSieve server: RFC 5804 §2. */
import type { Socket } from "node:net";
import { Busy, Offline } from "../imap/connection/errors.ts";
import type { Input } from "./input.ts";
import { MAX_ALL_SCRIPTS } from "./limits.ts";
import { SieveRefusal, TooMuch } from "./refusal.ts";
import { type Ending, readResponse, type Response, textOf, type Token } from "./response.ts";

/** RFC 5804 §1.7 */
export interface Capabilities {
  /** SASL mechanisms that it offers now. */
  mechanisms: ReadonlySet<string>;
  /** What scripts may require. */
  extensions: readonly string[];
  hasStartTls: boolean;
  /** It knows CHECKSCRIPT and RENAMESCRIPT. */
  isComplete: boolean;
}

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");

export function capabilitiesOf(lines: readonly Token[][]): Capabilities {
  const known = new Map(lines.map(([name, value]) => [textOf(name).toUpperCase(), textOf(value)]));
  return {
    mechanisms: new Set(words((known.get("SASL") ?? "").toUpperCase())),
    extensions: words(known.get("SIEVE") ?? ""),
    hasStartTls: known.has("STARTTLS"),
    isComplete: known.has("VERSION"),
  };
}

/** One that fits is quoted (RFC 5804 §4 allows 1024 octets); others do not wait for the server to ask. */
export function sieveString(text: string): string {
  const octets = Buffer.byteLength(text);
  const isQuotable = octets <= 500 && !/[\r\n\0]/.test(text);
  return isQuotable ? `"${text.replaceAll(/["\\]/g, "\\$&")}"` : `{${octets}+}\r\n${text}`;
}

export interface ListedScript {
  name: string;
  isActive: boolean;
}

export class ManageSieveSession {
  readonly #socket: Socket;
  readonly #input: Input;
  readonly #end: () => void;
  readonly capabilities: Capabilities;

  /** @param end frees what holds the connection */
  constructor(socket: Socket, input: Input, capabilities: Capabilities, end: () => void) {
    this.#socket = socket;
    this.#input = input;
    this.capabilities = capabilities;
    this.#end = end;
  }

  async list(): Promise<ListedScript[]> {
    const { lines } = await this.#command("LISTSCRIPTS");
    return lines.flatMap(([name, mark]) => {
      if (name?.kind !== "string") return [];
      return [{ name: name.text, isActive: textOf(mark).toUpperCase() === "ACTIVE" }];
    });
  }

  async get(name: string): Promise<string> {
    return (await this.getAll([name]))[0]!;
  }

  /** Asked for at once. @throws TooMuch all together are too large */
  async getAll(names: readonly string[]): Promise<string[]> {
    for (const name of names) this.#socket.write(`GETSCRIPT ${sieveString(name)}\r\n`);
    const texts: string[] = [];
    let octets = 0;
    while (texts.length < names.length) {
      const text = textOf((await this.#response()).lines[0]?.[0]);
      octets += Buffer.byteLength(text);
      if (octets > MAX_ALL_SCRIPTS) throw new TooMuch("the scripts on the server are too large");
      texts.push(text);
    }
    return texts;
  }

  /** @returns what the server warns of; "" nothing @throws SieveRefusal with the mistakes, QUOTA… */
  async put(name: string, text: string): Promise<string> {
    return warningsIn((await this.#command(`PUTSCRIPT ${sieveString(name)} ${sieveString(text)}`)).ending);
  }

  /** Where the server has no CHECKSCRIPT it looks at scripts as they are put. @throws SieveRefusal */
  async check(text: string): Promise<string> {
    if (!this.capabilities.isComplete) return "";
    return warningsIn((await this.#command(`CHECKSCRIPT ${sieveString(text)}`)).ending);
  }

  /** @param name "": no script is active any more */
  async activate(name: string): Promise<void> {
    await this.#command(`SETACTIVE ${sieveString(name)}`);
  }

  async remove(name: string): Promise<void> {
    await this.#command(`DELETESCRIPT ${sieveString(name)}`);
  }

  async rename(before: string, after: string): Promise<void> {
    if (!this.capabilities.isComplete) throw new SieveRefusal("", "the mail server cannot rename a script");
    await this.#command(`RENAMESCRIPT ${sieveString(before)} ${sieveString(after)}`);
  }

  close(): void {
    this.#end();
    if (this.#socket.destroyed) return;
    this.#socket.write("LOGOUT\r\n");
    // Its answer is of no use.
    this.#socket.destroySoon();
  }

  #command(line: string): Promise<Response> {
    this.#socket.write(`${line}\r\n`);
    return this.#response();
  }

  async #response(): Promise<Response> {
    const response = await readResponse(this.#input);
    const { status, code, text } = response.ending;
    if (status === "OK") return response;
    if (code === "TRYLATER") throw new Busy(text || "the server asks to try later");
    throw status === "BYE" ? new Offline(text || "the server ends the connection") : new SieveRefusal(code, text);
  }
}

const warningsIn = ({ code, text }: Ending): string => (code === "WARNINGS" ? text : "");
