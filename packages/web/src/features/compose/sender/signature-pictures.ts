/**
 * Pictures of a signature. In the identity they are data: URIs (RFC 2397), so that it needs nothing else; in a letter they
 * are parts of it (RFC 2392), because many mail programs show no data: URIs.
 */
import { cleanImage } from "@pismo/images";
import type { Identity } from "@pismo/jmap";
import { inertDocument, isTooHeavyToEdit } from "../../../message-html/index.ts";
import type { Attachment } from "../attachments/attachment.ts";
import { signaturePrefix } from "../attachments/of-signature.ts";

export interface SignaturePicture {
  /** The same for the same picture: by it a signature is known again in a draft. */
  cid: string;
  type: string;
  data: Blob;
  /** The data: URI. */
  url: string;
}

/** FNV-1a of 64 bits: it tells the pictures of one person apart. */
function hashOf(bytes: Uint8Array): string {
  let [high, low] = [0xcbf29ce4, 0x84222325];
  for (const byte of bytes) {
    low ^= byte;
    // By the prime 2 ** 40 + 0x1b3, in halves of which no product is beyond a double.
    const product = (low >>> 0) * 0x1b3;
    high = (Math.imul(high, 0x1b3) + Math.floor(product / 2 ** 32) + (low << 8)) >>> 0;
    low = product >>> 0;
  }
  return [high, low].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}

function base64Of(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

/** @returns undefined where it is no picture that may be sent, or a damaged one */
export function pictureOf(octets: Uint8Array): SignaturePicture | undefined {
  const image = cleanImage(octets);
  if (typeof image !== "object") return undefined;
  // Copied: the types leave open whether the memory is shared.
  const bytes = new Uint8Array(image.bytes);
  const { type } = image;
  const data = new Blob([bytes], { type });
  return { cid: `${signaturePrefix}${hashOf(bytes)}@pismo`, type, data, url: `data:${type};base64,${base64Of(bytes)}` };
}

function pictureIn(source: string): SignaturePicture | undefined {
  const [head = "", base64 = ""] = source.split(",", 2);
  if (!/^\s*data:image\/[^;]+;base64$/i.test(head)) return undefined;
  try {
    return pictureOf(Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

/** A signature with its pictures named as parts of a letter. What would be loaded from elsewhere is left out. */
export function takenApart(html: string): { html: string; pictures: SignaturePicture[] } {
  if (!/<img/i.test(html) || isTooHeavyToEdit(html)) return { html, pictures: [] };
  const page = inertDocument(html);
  const pictures: SignaturePicture[] = [];
  for (const element of page.querySelectorAll("img")) {
    const picture = pictureIn(element.getAttribute("src") ?? "");
    if (!picture) element.remove();
    else {
      element.setAttribute("src", `cid:${picture.cid}`);
      if (pictures.every(({ cid }) => cid !== picture.cid)) pictures.push(picture);
    }
  }
  return { html: page.body.innerHTML, pictures };
}

/** As it is kept with the identity. */
export function putTogether(html: string, pictures: readonly SignaturePicture[]): string {
  const page = inertDocument(html);
  for (const element of page.querySelectorAll("img")) {
    const source = element.getAttribute("src");
    const picture = pictures.find(({ cid }) => source === `cid:${cid}`);
    if (picture) element.setAttribute("src", picture.url);
    else element.remove();
  }
  return page.body.innerHTML;
}

const extensionOf = (type: string): string => type.split("/")[1]!.replace("jpeg", "jpg");

/** The files of a letter that has this signature. */
export const picturesFor = (identity: Pick<Identity, "htmlSignature"> | undefined): Attachment[] =>
  takenApart(identity?.htmlSignature ?? "").pictures.map(({ cid, type, data, url }) => ({
    key: crypto.randomUUID(),
    name: `signature.${extensionOf(type)}`,
    type,
    size: data.size,
    data,
    cid,
    img: url,
    progress: 0,
  }));
