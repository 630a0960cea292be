/** A message as Python's `email` reads it: the second parser beside PostalMime that is not ours. */
import { execFile } from "node:child_process";
import { join } from "node:path";

export interface PythonPart {
  type: string;
  name: string | null;
  parts?: PythonPart[];
  text?: string;
}

export interface PythonReading extends PythonPart {
  subject: string;
  from: [name: string, address: string][];
  "reply-to": [name: string, address: string][];
}

const script = join(import.meta.dirname, "../../packages/server/test/other-parsers/read_letters.py");

/** @param source the octets, one a character */
export function readByPython(source: string): Promise<PythonReading> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, PYTHONUTF8: "1" };
    const child = execFile("python3", [script], { env, maxBuffer: 100_000_000 }, (error, stdout) => {
      if (error) reject(error);
      else resolve(JSON.parse(stdout.trimEnd()) as PythonReading);
    });
    child.stdin?.end(`${Buffer.from(source, "latin1").toString("base64")}\n`);
  });
}

/** The structure in one line: "mixed(text/plain image/png)". */
export function structureOf({ type, parts }: PythonPart): string {
  return parts ? `${type.replace("multipart/", "")}(${parts.map(structureOf).join(" ")})` : type;
}
