/** `pismo serve` in front of a Cyrus, in processes that are killed, and a person's browser at one of them. */
import { JmapClient } from "@pismo/jmap";
import { freePort } from "../../servers/free-port.ts";
import { type CommandLine, commandLine, type Running } from "../../support/command-line.ts";
import { trySignIn } from "../../support/hosted.ts";
import { ann, HeldPage, type SendingCyrus } from "./held-account.ts";

export interface HostedProcess {
  url: string;
  kill(): Promise<void>;
}

export interface HostedProcesses {
  command: CommandLine;
  /** One more, on the port that the first one had where that is gone. */
  serve(port?: number): Promise<HostedProcess>;
  close(): Promise<void>;
}

export function hostedProcesses({ door }: SendingCyrus, env: Record<string, string> = {}): HostedProcesses {
  const command = commandLine();
  return {
    command,
    async serve(port) {
      const own = port ?? (await freePort());
      const running: Running & { url: string } = await command.serve({
        PISMO_MODE: "hosted",
        PISMO_JMAP_URL: door.url,
        PISMO_PORT: String(own),
        ...env,
      });
      return {
        url: running.url,
        async kill() {
          running.child.kill("SIGKILL");
          await running.ended;
        },
      };
    },
    close: () => command.close(),
  };
}

const headersFor = (url: string, cookie: string): Record<string, string> => ({ cookie, origin: url });

/** @returns the cookie of the session, without its name, which has the port */
export async function secretOf(url: string, { account }: SendingCyrus): Promise<string> {
  const answer = await trySignIn(url, account.username, account.password);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.headers.getSetCookie()[0]!.split(";", 1)[0]!.split("=")[1]!;
}

const cookieAt = (url: string, secret: string): string => `pismo_session_${new URL(url).port}=${secret}`;

export function pageAt(url: string, secret: string): HeldPage {
  const headers = headersFor(url, cookieAt(url, secret));
  return new HeldPage(new JmapClient({ sessionUrl: `${url}/.well-known/jmap`, headers }), ann);
}

export const signOutAt = (url: string, secret: string): Promise<Response> =>
  fetch(`${url}/auth/sign-out`, { method: "POST", headers: headersFor(url, cookieAt(url, secret)) });
