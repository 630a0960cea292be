/** The new-letter popup as a person finds it, and a mailbox beside it that receives. */
import type { Email, Id, JmapClient } from "@pismo/jmap";
import { expect, type Page } from "@playwright/test";
import PostalMime, { type Email as ParsedEmail } from "postal-mime";
import type { PismoServer } from "./server.ts";

const words = {
  en: {
    compose: "Compose",
    to: "To",
    cc: "Cc",
    bcc: "Bcc",
    subject: "Subject",
    text: "Compose ...",
    send: "Send",
    cancel: "Cancel",
    close: /^Close/,
    addFiles: "Add files",
    clear: "Clear",
    saved: "Draft saved",
  },
  ru: {
    compose: "Написать письмо",
    to: "Кому",
    cc: "Копия",
    bcc: "Скрытая копия",
    subject: "Тема",
    text: "Напишите что-нибудь …",
    send: "Отправить",
    cancel: "Отменить",
    close: /^Закрыть/,
    addFiles: "Прикрепить файлы",
    clear: "Очистить",
    saved: "Черновик сохранён",
  },
} as const;

/** What the popup consists of, by role and name. */
export function popupOf(page: Page, lang: "en" | "ru" = "en") {
  const dialog = page.getByRole("dialog", { name: lang === "en" ? "New letter" : "Новое письмо" });
  const w = words[lang];
  const field = (name: string) => dialog.getByRole("combobox", { name, exact: true });
  const button = (name: string | RegExp) => dialog.getByRole("button", { name, exact: true });
  return {
    dialog,
    openButton: page.getByRole("button", { name: w.compose, exact: true }),
    to: field(w.to),
    cc: field(w.cc),
    bcc: field(w.bcc),
    subject: dialog.getByRole("textbox", { name: w.subject, exact: true }),
    text: dialog.getByRole("textbox", { name: w.text, exact: true }),
    send: button(w.send),
    cancel: button(w.cancel),
    close: button(w.close),
    addFiles: button(w.addFiles),
    clear: button(w.clear),
    files: dialog.locator("input[type=file]"),
    saved: dialog.getByText(w.saved),
    tool: (name: string) => dialog.getByRole("toolbar").getByRole("button", { name, exact: true }),
    chip: (name: string | RegExp) => dialog.getByRole("listitem").getByRole("button", { name }).first(),
  };
}

export type Popup = ReturnType<typeof popupOf>;

/** Opens the popup from the page as it is shown. */
export async function compose(page: Page, lang: "en" | "ru" = "en"): Promise<Popup> {
  const popup = popupOf(page, lang);
  await popup.openButton.click();
  await expect(popup.to).toBeFocused();
  return popup;
}

/** Begins a letter to a mailbox of the same server. */
export async function composeToAnna(page: Page, server: PismoServer, lang: "en" | "ru" = "en"): Promise<Popup> {
  await server.pismo("mailbox", "add", "anna");
  await page.goto(server.url);
  const popup = await compose(page, lang);
  await popup.to.fill("anna@pismo.localhost");
  return popup;
}

/** A letter to oneself is written in one tab, and saved; another one shows the row of its draft. */
export async function composeBesideDrafts(page: Page, server: PismoServer) {
  await page.goto(server.url);
  const popup = await compose(page);
  await popup.to.fill("you@pismo.localhost, ");
  await popup.subject.fill("In two tabs");
  await popup.text.pressSequentially("one");
  await expect(popup.saved).toBeVisible();
  const drafts = await page.context().newPage();
  await drafts.addInitScript(() => localStorage.setItem("lang", "en"));
  await drafts.goto(`${server.url}/drafts?letters=all`);
  return { popup, drafts, draft: drafts.getByRole("link", { name: /In two tabs/ }) };
}

/** Emails of one mailbox as any client sees them. */
export async function mailboxOf(server: PismoServer, name?: string) {
  const client: JmapClient = await server.client(name && `${name}@pismo.localhost`);
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const folder = async (role: string): Promise<Id> => {
    const { list } = await client.call("Mailbox/get", { accountId, ids: null });
    return list.find((mailbox) => mailbox.role === role)!.id as Id;
  };
  const emails = async (role: string): Promise<Partial<Email>[]> => {
    const { ids } = await client.call("Email/query", { accountId, filter: { inMailbox: await folder(role) } });
    return (await client.call("Email/get", { accountId, ids, fetchAllBodyValues: true })).list;
  };
  return {
    client,
    accountId,
    emails,
    /** The only Email of the folder, its bytes read by a parser that is not ours. */
    async onlyMessage(role = "inbox"): Promise<{ email: Partial<Email>; source: string; parsed: ParsedEmail }> {
      await expect.poll(async () => (await emails(role)).length).toBe(1);
      const [email] = await emails(role);
      const answer = await client.download(accountId, email!.blobId!, "letter.eml");
      const bytes = await answer.arrayBuffer();
      const source = Buffer.from(bytes).toString("latin1");
      return { email: email!, source, parsed: await PostalMime.parse(bytes) };
    },
  };
}
