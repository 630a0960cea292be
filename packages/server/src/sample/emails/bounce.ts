/** The delivery report (RFC 3464) for the message "bounced". */

export function bounce(sentAt: Date, to: string, original: Uint8Array): Buffer {
  const date = sentAt.toUTCString().replace("GMT", "+0000");
  const headerEnd = Buffer.from(original).indexOf("\r\n\r\n") + 2;
  const text =
    "Письмо не доставлено.\r\n\r\n  piano@upstairs.example\r\n    550 5.1.1 Здесь такой не живёт, только рояль\r\n\r\nThe letter could not be delivered: nobody by that name, only a piano.\r\n";
  return Buffer.concat([
    Buffer.from(
      [
        "Return-Path: <>",
        "From: Mail delivery <mailer-daemon@upstairs.example>",
        `To: <${to}>`,
        "Subject: Undelivered: your letter about the piano",
        `Date: ${date}`,
        "Message-ID: <bounce@letters.example>",
        "In-Reply-To: <bounced@letters.example>",
        "References: <bounced@letters.example>",
        "Auto-Submitted: auto-replied",
        "MIME-Version: 1.0",
        'Content-Type: multipart/report; report-type=delivery-status; boundary="report"',
        "",
        "--report",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
        "",
        text,
        "--report",
        "Content-Type: message/delivery-status",
        "",
        "Reporting-MTA: dns; upstairs.example",
        `Arrival-Date: ${date}`,
        "",
        "Final-Recipient: rfc822; piano@upstairs.example",
        "Action: failed",
        "Status: 5.1.1",
        "Diagnostic-Code: smtp; 550 5.1.1 nobody by that name, only a piano",
        "",
        "--report",
        "Content-Type: text/rfc822-headers",
        "",
        "",
      ].join("\r\n"),
    ),
    Buffer.from(original).subarray(0, headerEnd),
    Buffer.from("\r\n--report--\r\n"),
  ]);
}
