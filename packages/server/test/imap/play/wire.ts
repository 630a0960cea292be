/** What a Pismo and the server say to each other, as far as somebody who looks for a mistake wants to know. */
import type { Chunk, FaultProxy } from "../../servers/fault-proxy.ts";
import type { Record } from "./record.ts";

const changing =
  /^(\S+) ((?:UID )?(?:COPY|MOVE|STORE|EXPUNGE|APPEND|CREATE|RENAME|DELETE|CLOSE|SELECT|EXAMINE)\b.*)$/gm;

export class Wire {
  /** When it last began to move letters. */
  lastMove = 0;
  /** When it deleted folders. */
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

  /** A folder is being renamed or deleted, for all that we know. */
  get changesFolder(): boolean {
    return this.#onFolders.size > 0;
  }
  cut(): void {
    this.#onFolders.clear();
  }
}
