/** Splits IMAP's stream into lines with their literals (RFC 9051 §2.2, §4.3). */
export interface ImapUnit {
  bytes: Buffer;
  /** The line without the content of its literals. */
  text: string;
}

const literalAtEnd = /\{(\d+)(\+?)\}$/;

/** @param onSynchronizing called when the other side waits for a continuation request */
export function splitUnits(onUnit: (unit: ImapUnit) => void, onSynchronizing?: () => void): (chunk: Buffer) => void {
  let buffer = Buffer.alloc(0);
  /** Octets of the unit that were scanned. */
  let at = 0;
  let text = "";
  return (chunk) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const end = buffer.indexOf("\r\n", at);
      if (at > buffer.length || end < 0) return;
      const line = buffer.toString("latin1", at, end);
      const [literal, octets = "", plus] = literalAtEnd.exec(line) ?? [];
      if (literal !== undefined) {
        if (plus === "") onSynchronizing?.();
        text += `${line.slice(0, -literal.length)}{}`;
        at = end + 2 + Number(octets);
        continue;
      }
      onUnit({ bytes: buffer.subarray(0, end + 2), text: text + line });
      buffer = Buffer.from(buffer.subarray(end + 2));
      at = 0;
      text = "";
    }
  };
}
