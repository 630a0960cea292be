/** Hostile messages, by what is enormous about them. */
const head = "From: Anna <anna@mail.example>\r\nSubject: Large\r\nMIME-Version: 1.0\r\n";
const html = (body: string): string => `${head}Content-Type: text/html; charset=utf-8\r\n\r\n${body}`;
const plain = (more: string): string => `${head}${more}\r\nContent-Type: text/plain\r\n\r\nThe text\r\n`;
const nested = (levels: number): string => {
  const open = Array.from(
    { length: levels },
    (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
  );
  return `${head}${open.join("")}Content-Type: text/plain\r\n\r\nThe text\r\n`;
};

export const enormousMessages: Record<string, () => string> = {
  "10,000 multiparts in each other": () => nested(10_000),
  "10,000 letters in each other": () => `${head}${"Content-Type: message/rfc822\r\n\r\n".repeat(10_000)}The text`,
  "40 letters in each other, each in base64 once more": () => {
    let message = "Subject: innermost\r\n\r\nThe text";
    for (let level = 0; level < 40; level++) {
      message = `Content-Type: message/rfc822\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(message).toString("base64")}`;
    }
    return head + message;
  },
  "100,000 parts": () =>
    `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\nContent-Type: text/plain\r\n\r\nThe text\r\n".repeat(100_000)}--b--`,
  "100,000 parts with one boundary in another": () =>
    `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n".repeat(100_000)}`,
  "a line of 50 MB": () => plain("") + "a".repeat(50_000_000),
  "a line of 10 MB in HTML": () => html("<p>The text".padEnd(10_000_000, "a")),
  "a field of 1 MB": () => plain(`X-Long: ${"a".repeat(1_000_000)}`),
  "a subject of 1 MB": () => plain(`Subject: ${"a ".repeat(500_000)}`),
  "a subject of 20,000 encoded words": () => plain(`Subject: ${"=?utf-8?B?0L/RgNC4?= ".repeat(20_000)}`),
  "an encoded word that never ends": () => plain(`Subject: ${"=?utf-8?Q?".repeat(100_000)}`),
  "100,000 fields": () => plain("X-Field: value\r\n".repeat(100_000).trimEnd()),
  "a field folded 100,000 times": () => plain(`X-Folded: a${"\r\n b".repeat(100_000)}`),
  "100,000 recipients": () => plain(`To: ${Array.from({ length: 100_000 }, (_, n) => `a${n}@b.example`).join(", ")}`),
  "100,000 comments in each other": () => plain(`To: ${"(".repeat(100_000)}a@b.example${")".repeat(100_000)}`),
  "100,000 quotes and brackets": () => plain(`To: ${'"<(,;:'.repeat(100_000)}`),
  "100,000 references": () =>
    plain(`References: ${Array.from({ length: 100_000 }, (_, n) => `<${n}@b.example>`).join(" ")}`),
  "100,000 parameters": () =>
    `${head}Content-Type: text/plain${Array.from({ length: 100_000 }, (_, n) => `; name*${n}*=%41`).join("")}\r\n\r\nThe text`,
  "a boundary of 1 MB": () =>
    `${head}Content-Type: multipart/mixed; boundary="${"b".repeat(1_000_000)}"\r\n\r\n${"--bbbb\r\n".repeat(100_000)}`,
  "300,000 elements": () => html(`<p>The text</p>${"<b>".repeat(300_000)}`),
  "300,000 angle brackets": () => html(`The text${"<".repeat(300_000)}`),
  "comments that never end": () => html(`The text${"<!--".repeat(500_000)}`),
  "300,000 entities": () => html(`The text${"&amp".repeat(300_000)}`),
  "an attribute of 5 MB": () => html(`<p title="${"a=' ".repeat(1_250_000)}">The text`),
  "base64 of 10 MB that is none": () =>
    `${head}Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n${"====".repeat(2_500_000)}`,
  "quoted-printable of 7 MB": () =>
    `${head}Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${"=\r\n=3D".repeat(1_000_000)}`,
  "UTF-7 of 5 MB": () => `${head}Content-Type: text/plain; charset=utf-7\r\n\r\n${"+AGE-".repeat(1_000_000)}`,
  "nothing but line ends": () => "\r\n".repeat(1_000_000),
  "nothing but zeros": () => "\0".repeat(3_000_000),
  "a million quotes": () => plain("") + `${">".repeat(1000)}\r\n`.repeat(1000),
  "1 MB of text in format=flowed": () =>
    `${head}Content-Type: text/plain; format=flowed\r\n\r\n${"a \r\n".repeat(250_000)}`,
};
