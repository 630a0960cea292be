/** Response headers of a blob: always an attachment, never content that runs in our origin. */

/**
 * Media types that no browser executes, which a client may request by `type`. An allow-list, because the types that are
 * executed (HTML, SVG, XML, scripts, applets, certificates, extensions) keep growing.
 */
const inert = [
  /^(audio|video|font)\/[\w.+-]+$/,
  /^image\/(png|jpe?g|gif|webp|avif|bmp|tiff|heic|heif|jxl|x-icon|vnd\.[\w.-]+)$/,
  /^text\/(plain|csv|calendar|vcard|x-vcard|markdown|rtf|tab-separated-values)$/,
  /^message\/(rfc822|global|delivery-status|disposition-notification|feedback-report)$/,
  /^application\/(octet-stream|pdf|json|ld\+json|rtf|msword|zip|gzip|x-(gzip|tar|bzip2|7z-compressed|rar-compressed))$/,
  /^application\/(pkcs7-signature|pkcs7-mime|pgp-signature|pgp-encrypted|pgp-keys|ics|mbox|epub\+zip)$/,
  /^application\/vnd\.(ms-excel|ms-powerpoint|ms-outlook|(oasis|openxmlformats)[\w.-]+)$/,
];

/** The Content-Type for a download with the requested type `asked`. */
export function safeContentType(asked: string | undefined): string {
  const [type = "", ...parameters] = (asked ?? "").split(";").map((part) => part.trim().toLowerCase());
  if (!inert.some((pattern) => pattern.test(type))) return "application/octet-stream";
  const charset = parameters.find((parameter) => /^charset="?[\w.:-]+"?$/.test(parameter));
  return charset ? `${type}; ${charset}` : type;
}

/** `attachment` with an ASCII name for old clients (RFC 6266 §4.3) and the full name (RFC 8187). */
export function contentDisposition(name: string | undefined): string {
  const safe = safeFileName(name ?? "");
  const ascii = safe
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\x20-\x7e]/gu, "_")
    .replaceAll(/["\\%]/g, "_");
  const plain = `attachment; filename="${ascii}"`;
  return ascii === safe ? plain : `${plain}; filename*=UTF-8''${encodeExtended(safe)}`;
}

/**
 * A name of one file in the download folder: no path, no control characters, no hidden file, and no bidirectional control
 * characters ("exe.gpj" shown as "jpg.exe").
 */
function safeFileName(name: string): string {
  const base = name
    .replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, "")
    .replaceAll(/[/\\:*?"<>|]/g, "_")
    .replace(/^[.\s]+/, "")
    .trim();
  return truncate(base, 200) || "download";
}

/** Shortens the base name, so that the extension remains. */
function truncate(name: string, maximum: number): string {
  const characters = Array.from(name);
  if (characters.length <= maximum) return name;
  const extension = /\.\w{1,10}$/.exec(name)?.[0] ?? "";
  return characters.slice(0, maximum - extension.length).join("") + extension;
}

/** RFC 8187 §3.2.1: attr-char is literal, everything else is percent-encoded. */
const encodeExtended = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
