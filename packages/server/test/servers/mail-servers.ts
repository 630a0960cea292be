/** A Dovecot, a Postfix that authenticates against it, and a Pismo whose owner may add accounts there. */
import type { Id, NewMailServer, ServerEndpoint, SetError } from "@pismo/jmap";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { type Jmap, jmap } from "../support/jmap.ts";
import { canRunPostfix, type Postfix, startPostfix } from "../support/postfix.ts";
import { canRunDovecot, type Dovecot, startDovecot } from "./dovecot.ts";
import { freePort } from "./free-port.ts";
import { createTestAuthority, type TestAuthority } from "./test-authority.ts";

export const canRunMailServers = canRunDovecot && canRunPostfix;
export const password = "pässword-17";

/** The mail servers run for a file of tests, Pismo for one test. */
export class TestMailServers {
  authority!: TestAuthority;
  dovecot!: Dovecot;
  postfix!: Postfix;
  /** Of Dovecot's auth service. */
  authPort!: number;
  t!: Jmap;

  constructor() {
    if (!canRunMailServers) return;
    beforeAll(() => this.#start());
    afterAll(() => this.#stop());
    beforeEach(async () => {
      this.t = await jmap({ accountSetup: { ca: this.authority.ca }, sends: true });
    });
    afterEach(() => this.t.close());
  }

  async #start(): Promise<void> {
    this.authority = createTestAuthority();
    const certificate = this.authority.sign(["localhost", "IP:127.0.0.1"]);
    const authPort = (this.authPort = await freePort());
    this.dovecot = await startDovecot({
      password,
      certificate,
      settings: `service auth {\n  inet_listener {\n    address = 127.0.0.1\n    port = ${authPort}\n  }\n}`,
    });
    this.postfix = await startPostfix({ certificate, authPort });
  }

  async #stop(): Promise<void> {
    this.postfix.stop();
    await this.dovecot.stop();
    this.authority.remove();
  }

  imapAt(port = this.dovecot.tlsPort, security: ServerEndpoint["security"] = "tls"): ServerEndpoint {
    return { host: "localhost", port, security };
  }

  smtpAt(port = this.postfix.tlsPort, security: ServerEndpoint["security"] = "tls"): ServerEndpoint {
    return { host: "localhost", port, security };
  }

  /** Ann's account, to be added. */
  ann(changes: Partial<NewMailServer> = {}): NewMailServer {
    return {
      name: "Ann",
      email: "ann@b.example",
      username: "ann",
      password,
      imap: this.imapAt(),
      smtp: this.smtpAt(),
      ...changes,
    };
  }

  async add(changes: Partial<NewMailServer> = {}): Promise<{ id: Id | undefined; error: SetError | undefined }> {
    const { created, notCreated } = await this.t.client.call("MailServer/set", { create: { a: this.ann(changes) } });
    return { id: created?.["a"]?.id, error: notCreated?.["a"] };
  }
}
