/** Reads files of an archive as it unpacks, and stops at a bound: what an archive says of its sizes may be a lie. */
import { Unzip, UnzipInflate } from "fflate";

export interface ZipBounds {
  /** Octets of all files that are read, unpacked. */
  maxOctets: number;
  maxFiles: number;
}

/** Compressed octets at once: they become a thousand times as many at most. */
const SLICE = 4096;

class BoundReached extends Error {}

/** What there is of the files whose names are wanted, up to the bounds; a damaged archive gives what could be read. */
export function unzipSome(
  archive: Uint8Array,
  isWanted: (name: string) => boolean,
  { maxOctets, maxFiles }: ZipBounds,
): Map<string, Uint8Array> {
  const pieces = new Map<string, Uint8Array[]>();
  let octets = 0;
  const unzip = new Unzip((file) => {
    if (!isWanted(file.name) || pieces.has(file.name)) return;
    if (pieces.size >= maxFiles) throw new BoundReached();
    const own: Uint8Array[] = [];
    pieces.set(file.name, own);
    file.ondata = (error, chunk) => {
      if (error) throw error;
      own.push(chunk.slice());
      octets += chunk.length;
      if (octets > maxOctets) throw new BoundReached();
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < archive.length; at += SLICE) {
      unzip.push(archive.subarray(at, at + SLICE), at + SLICE >= archive.length);
    }
  } catch {
    // What has come until then is read.
  }
  return new Map([...pieces].map(([name, own]) => [name, Buffer.concat(own)]));
}
