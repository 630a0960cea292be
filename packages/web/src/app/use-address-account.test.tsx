// @vitest-environment jsdom
import { CORE, type Id, MAIL, MAIL_SERVERS, type Session } from "@pismo/jmap";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { Link, Outlet } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, expect, test } from "vitest";
import { getAccount, restoreSession } from "../store/session/session.ts";
import { type AppRouter, startRouter } from "./router.ts";
import { useAddressAccount } from "./use-address-account.ts";

/** @param own the accounts that the person has added: the first of them is the first of all */
const session = (ids: readonly Id[], own: readonly Id[] = []): Session =>
  ({
    username: "you@pismo.localhost",
    accounts: Object.fromEntries(
      ids.map((id) => [
        id,
        {
          name: `${id}@pismo.localhost`,
          isPersonal: true,
          isReadOnly: false,
          accountCapabilities: { [MAIL]: {}, ...(own.includes(id) && { [MAIL_SERVERS]: {} }) },
        },
      ]),
    ),
    primaryAccounts: { [MAIL]: "a1" },
    capabilities: { [CORE]: { maxSizeUpload: 1 } },
  }) as unknown as Session;

/** Which account was shown each time the page was drawn. */
const drawn: Id[] = [];

function Page() {
  drawn.push(getAccount().accountId);
  return (
    <>
      <Link to="/sent">sent</Link>
      <Link to="/inbox?account=a1">first</Link>
    </>
  );
}

function Gate() {
  const isShown = useAddressAccount();
  return isShown === undefined ? <p>none</p> : isShown && <Outlet />;
}

let router: AppRouter;

async function open(address: string): Promise<void> {
  drawn.length = 0;
  window.history.replaceState(null, "", address);
  router = startRouter([{ element: <Gate />, children: [{ path: "/:folder", element: <Page /> }] }]);
  await act(async () => void render(<RouterProvider router={router} useTransitions={false} />));
}

const here = (): string => window.location.pathname + window.location.search;
const follow = async (link: string): Promise<void> => act(async () => screen.getByRole("link", { name: link }).click());

afterEach(() => {
  cleanup();
  router.dispose();
});

test("the page of an address is drawn in its account alone, and links stay in it", async () => {
  restoreSession(session(["a1", "a2"]));
  await open("/inbox?account=a2");
  expect([...drawn]).toEqual(["a2"]);
  expect(screen.getByRole("link", { name: "sent" }).getAttribute("href")).toBe("/sent?account=a2");
  await follow("sent");
  expect(here()).toBe("/sent?account=a2");
  await follow("first");
  expect([here(), drawn.at(-1)]).toEqual(["/inbox", "a1"]);
  await act(async () => void router.navigate(-1));
  await waitFor(() => expect([here(), drawn.at(-1)]).toEqual(["/sent?account=a2", "a2"]));
});

test("where another account becomes the first one, the page stays, and its address says so", async () => {
  restoreSession(session(["a1", "a2"]));
  await open("/inbox?letters=all");
  await act(async () => restoreSession(session(["a1", "a2", "a3"], ["a3"])));
  expect(here()).toBe("/inbox?letters=all&account=a1");
  expect(new Set(drawn)).toEqual(new Set(["a1"]));
});

test("an account that the person does not have is none, and links lead out of it", async () => {
  restoreSession(session(["a1"]));
  await open("/inbox?account=a9");
  expect(screen.getByText("none")).toBeTruthy();
  await act(async () => void router.navigate("/inbox"));
  expect([here(), drawn.at(-1)]).toEqual(["/inbox", "a1"]);
});
