/** Records commands and answers between a Pismo and the server, for debugging. */
import type { Chunk, FaultProxy } from "../../servers/fault-proxy.ts";
import type { Record, WireTimes } from "./record.ts";

const changing =
  /^(\S+) ((?:UID )?(?:COPY|MOVE|STORE|EXPUNGE|APPEND|CREATE|RENAME|DELETE|CLOSE|SELECT|EXAMINE)\b.*)$/gm;

export class Wire implements WireTimes {
  lastMove = 0;
  readonly deletions: number[] = [];
  /** Tags of commands on folders that are not answered. */
  readonly #onFolders = new Set<string>();

  constructor(who: string, proxy: FaultProxy, record: Record) {
    // Compressed commands (RFC 4978) cannot be read.
    proxy.rewrite = (text) => text.replaceAll(" COMPRESS=DEFLATE", "");
    proxy.onChunk = ({ from, bytes }: Chunk) => {
      const text = bytes.toString("latin1");
      if (from === "client") {
        for (const [, tag = "", command = ""] of text.matchAll(changing)) {
          record.note(`${who} says`, tag, command.trim());
          if (/^UID (MOVE|COPY)/.test(command)) this.lastMove = Date.now();
          if (/^(RENAME|DELETE)/.test(command)) this.#onFolders.add(tag);
          if (command.startsWith("DELETE")) this.deletions.push(Date.now());
        }
      } else {
        for (const [, tag = "", answer = ""] of text.matchAll(/^([0-9A-Z]+) ((?:OK|NO|BAD)\b.*)$/gm)) {
          if (/COPYUID|APPENDUID|^NO|^BAD/.test(answer)) record.note(`${who} hears`, tag, answer.trim());
          this.#onFolders.delete(tag);
        }
      }
      return "pass";
    };
    record.wires.push(this);
  }

  /** Whether a folder may be being renamed or deleted. */
  get changesFolder(): boolean {
    return this.#onFolders.size > 0;
  }
  cut(): void {
    this.#onFolders.clear();
  }
}
