/** Pages that are no list and no letter, each a piece of code: the first code has none of their names. */
import { onDemand } from "../ui/lazy/fetch-code.ts";

export const latePages = {
  outbox: onDemand(async () => (await import("../features/outbox/outbox-pages.ts")).OutboxPage),
  scheduled: onDemand(async () => (await import("../features/outbox/outbox-pages.ts")).ScheduledPage),
  snoozed: onDemand(async () => (await import("../features/outbox/outbox-pages.ts")).SnoozedPage),
  files: onDemand(async () => (await import("../features/files/FilesPage.tsx")).FilesPage),
  newsletters: onDemand(async () => (await import("../features/newsletters/NewslettersPage.tsx")).NewslettersPage),
  contacts: onDemand(async () => (await import("../features/contacts/ContactsPage.tsx")).ContactsPage),
  settings: onDemand(async () => (await import("./mail-settings/SettingsPage.tsx")).SettingsPage),
  signIn: onDemand(async () => (await import("../features/sign-in/SignInPage.tsx")).SignInPage),
  providerAnswer: onDemand(async () => (await import("../features/sign-in/ProviderAnswerPage.tsx")).ProviderAnswerPage),
};
