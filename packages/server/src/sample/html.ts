/** Building blocks of HTML messages: tables and inline styles, which all mail programs display. */

export interface PageStyle {
  /** Colour of head and buttons. */
  accent: string;
  /** The sender's name, in the head. */
  brand: string;
  /** Small print at the end; HTML. */
  footer: string;
}

/** @param body HTML, composed of the functions below */
export function page({ accent, brand, footer }: PageStyle, body: string): string {
  return `<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:0;background:#eef1f5;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#eef1f5;padding:24px 0;"><tr><td align="center">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;background:#ffffff;border-radius:12px;overflow:hidden;font-family:Arial,Helvetica,sans-serif;color:#26303b;">
<tr><td style="background:${accent};color:#ffffff;padding:18px 32px;font-size:20px;font-weight:bold;">${brand}</td></tr>
<tr><td style="padding:28px 32px;font-size:16px;line-height:24px;">${body}</td></tr>
<tr><td style="padding:16px 32px;background:#f6f8fa;color:#6b7683;font-size:12px;line-height:18px;">${footer}</td></tr>
</table></td></tr></table></body></html>`;
}

export const heading = (text: string) => `<h1 style="margin:0 0 12px;font-size:24px;line-height:30px;">${text}</h1>`;

export const paragraph = (text: string) => `<p style="margin:0 0 14px;">${text}</p>`;

export const button = (text: string, href: string, colour: string) =>
  `<p style="margin:20px 0;"><a href="${href}" style="background:${colour};color:#ffffff;text-decoration:none;padding:12px 24px;border-radius:8px;display:inline-block;">${text}</a></p>`;

export const image = (source: string, alt: string, width = 536) =>
  `<p style="margin:0 0 16px;"><img src="${source}" alt="${alt}" width="${width}" style="width:100%;max-width:${width}px;height:auto;border-radius:8px;display:block;"></p>`;

/** Name and value in two columns; the last row is the sum. */
export function receipt(rows: readonly (readonly [string, string])[]): string {
  const cells = rows.map(([name, value], index) => {
    const style =
      index === rows.length - 1 ? "font-weight:bold;border-top:2px solid #d8dee6;" : "border-top:1px solid #e8ecf1;";
    return `<tr><td style="padding:10px 0;${style}">${name}</td><td align="right" style="padding:10px 0;white-space:nowrap;${style}">${value}</td></tr>`;
  });
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 16px;">${cells.join("")}</table>`;
}
