/** Letters of a conversation, and the rows of the list that shows it. */
import type { Page } from "@playwright/test";
import { putEmails } from "./emails.ts";
import type { PismoServer } from "./server.ts";

const hour = 3_600_000;
export const ago = (hours: number): Date => new Date(Date.now() - hours * hour);
export const anna = { name: "Anna", email: "anna@mail.example" };
export const boris = { name: "Борис", email: "boris@mail.example" };

export const rows = (page: Page) => page.getByRole("main").getByRole("listitem");
export const row = (page: Page, name: RegExp) => page.getByRole("main").getByRole("link", { name });

/** Letters of a conversation, the first of them read. */
export const putTalk = (server: PismoServer, count: number, read: number): Promise<string[]> =>
  putEmails(
    server,
    Array.from({ length: count }, (_, at) => ({
      subject: at === 0 ? "Talk" : "Re: Talk",
      from: at % 2 === 0 ? anna : boris,
      text: `Words of letter ${at + 1}`,
      messageId: `talk${at}@x`,
      ...(at > 0 && { references: [`talk${at - 1}@x`] }),
      receivedAt: ago(count - at),
      ...(at < read && { keywords: ["$seen"] }),
    })),
  );
