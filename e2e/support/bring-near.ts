/** The times of what is away in an account at a foreign JMAP server. */
import { SNOOZE } from "@pismo/jmap";
import type { Page } from "@playwright/test";

/** All that is snoozed or waited for comes back in a moment: another time, as any client may choose it. */
export const bringNear = (page: Page, ms: number): Promise<void> =>
  page.evaluate(
    async ([capability, wait]) => {
      interface Remote {
        accountId: string;
        capabilities: Record<string, { apiUrl: string }>;
      }
      const session = (await (await fetch("/.well-known/jmap")).json()) as Remote & {
        accounts: Record<string, { accountCapabilities: Record<string, Remote> }>;
      };
      // Of one of several accounts, or of a server of several people.
      const remotes = Object.values(session.accounts).flatMap(({ accountCapabilities: all }) =>
        Object.entries(all).flatMap(([name, value]) => (name.endsWith(":remote-account") ? value : [])),
      );
      const remote = remotes[0] ?? { ...session, accountId: Object.keys(session.accounts)[0]! };
      const call = async (name: string, args: object) => {
        const response = await fetch(remote.capabilities[capability]!.apiUrl, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({
            using: [capability],
            methodCalls: [[name, { accountId: remote.accountId, ...args }, "0"]],
          }),
        });
        const { methodResponses } = (await response.json()) as {
          methodResponses: [string, { list: { id: string; ifUnanswered?: true }[] }][];
        };
        return methodResponses[0]![1];
      };
      const { list } = await call("Snooze/get", { ids: null });
      const near = new Date(Math.ceil((Date.now() + wait) / 1000) * 1000).toISOString().replace(".000Z", "Z");
      for (const { id, ifUnanswered = false } of list)
        await call("Snooze/put", { emails: { [id]: near }, ifUnanswered });
    },
    [SNOOZE, ms] as const,
  );
