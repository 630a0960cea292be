/** In front of an engine that takes a provider's tokens: what waits goes with a renewed one, and not with one that ended. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../../../jmap/test/eventually.ts";
import type { OAuthProvider } from "../../../src/bridge/oauth/provider.ts";
import { browserAt, cookieOf } from "../../oauth/browser.ts";
import { startAuthorizationServer, type TestAuthorizationServer } from "../../servers/authorization-server.ts";
import { canRunCyrus } from "../../servers/cyrus.ts";
import { startIntrospectingProxy } from "../../servers/introspecting-proxy.ts";
import type { TestServer } from "../../support/server.ts";
import { ann, type SendingCyrus, sendingCyrus } from "./held-account.ts";
import { browserWith, type HeldBrowser, heldRows, openFront } from "./hosted-front.ts";

describe.skipIf(!canRunCyrus)("with a provider", () => {
  let cyrus: SendingCyrus;
  let authority: TestAuthorizationServer;
  let proxy: Awaited<ReturnType<typeof startIntrospectingProxy>>;
  let provider: OAuthProvider;
  let front: TestServer;
  let own: HeldBrowser;

  beforeAll(async () => {
    cyrus = await sendingCyrus();
    authority = await startAuthorizationServer();
    proxy = await startIntrospectingProxy(authority.introspection);
    const { username, password, jmapUrl } = cyrus.account;
    proxy.behind = { engineUrl: jmapUrl, tokens: { [ann]: `Basic ${btoa(`${username}:${password}`)}` } };
    provider = authority.provider(undefined, { jmapOrigin: proxy.url });
  });
  afterAll(async () => {
    await proxy.close();
    await authority.close();
    await cyrus.close();
  });
  beforeEach(async () => {
    authority.grants.length = 0;
    front = await openFront(proxy.url, { upstreamProviders: [provider] });
    own = await enter();
  });
  afterEach(async () => {
    cyrus.peer.messages.length = 0;
    await front.close();
  });

  async function enter(): Promise<HeldBrowser> {
    const { start, comeBack } = browserAt(() => ({ app: front.app, authority }));
    const begun = await start({});
    const back = await authority.walkThrough(begun.json<{ url: string }>().url, ann);
    return browserWith(front, cookieOf(await comeBack(back, cookieOf(begun))));
  }
  const renewals = (): number => authority.grants.filter((kind) => kind === "refresh_token").length;

  test("a token that the engine refuses by then is renewed, and the letter goes once", async () => {
    const { emailId } = await own.page.send("Renewed", { HOLDFOR: "1" });
    await authority.revokeAccessTokens(ann);
    await eventually(() => expect(cyrus.subjectsSent()).toEqual(["Renewed"]));
    expect(renewals()).toBe(1);
    expect(await own.page.placeOf(emailId)).toBe("sent $seen");
  });

  test("so it is before a sign-out", async () => {
    await own.page.send("Left", { HOLDFOR: "3600" });
    await authority.revokeAccessTokens(ann);
    expect(await own.signOut()).toEqual({ status: 204 });
    expect(cyrus.subjectsSent()).toEqual(["Left"]);
    expect(renewals()).toBe(1);
  });

  test("a grant that the provider has ended sends nothing; the next sign-in does", async () => {
    const { emailId } = await own.page.send("Ended", { HOLDFOR: "2" });
    await authority.revokeAll(ann);
    await eventually(async () => expect((await heldRows(front)).map(({ problem }) => problem)).toEqual(["signIn"]));
    expect(cyrus.subjectsSent()).toEqual([]);
    const next = await enter();
    await next.page.draft("Another one");
    await eventually(async () => expect(await next.page.placeOf(emailId)).toBe("sent $seen"));
    expect(cyrus.subjectsSent()).toEqual(["Ended"]);
  });

  test("a session whose grant has ended keeps no letter from going before the last good one does", async () => {
    await authority.revokeAll(ann);
    const next = await enter();
    await next.page.send("The last good one", { HOLDFOR: "3600" });
    expect(await next.signOut()).toEqual({ status: 204 });
    expect(cyrus.subjectsSent()).toEqual(["The last good one"]);
  });
});
