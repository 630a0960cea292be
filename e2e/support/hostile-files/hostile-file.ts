/** A file that attacks its reader, and what is seen of it in its preview. */
export interface HostileFile {
  /** What it tries, in a few words: the name of its test. */
  attack: string;
  name: string;
  type: string;
  content: Buffer;
  /** What the preview shows: words of the file, or the plain word that it is not shown. */
  shows: string | RegExp;
}

/** Where an attack would tell that it has succeeded: at another host, and at an address of our own that no page asks for. */
export const foreign = "https://attack.example/told";
export const own = "/jmap/told-by-a-file";

/** Calls that the browser under watch reports, and requests that it sees. */
export const script = `alert('told');fetch('${own}');new Image().src='${foreign}'`;

export const notShown = /could not be shown|are not shown here|too complex to be shown/;

export const file = (
  attack: string,
  name: string,
  type: string,
  content: string | Buffer,
  shows: string | RegExp,
): HostileFile => ({ attack, name, type, content: Buffer.from(content as string), shows });
