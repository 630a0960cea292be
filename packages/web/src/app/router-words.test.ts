// @vitest-environment jsdom
import { createMemoryRouter, isRouteErrorResponse, type RouteObject } from "react-router";
import { expect, test } from "vitest";
import { noAction, noRoute } from "./router-words.ts";
import { routes } from "./routes.tsx";

/** What React Router itself has for the page of unknown addresses: none. */
const known = (all: RouteObject[]): RouteObject[] => all.filter(({ path }) => path !== "*");

async function routersOwn(pathname: string, options?: { formMethod: "post"; formData: FormData }): Promise<unknown> {
  const router = createMemoryRouter(known(routes), { initialEntries: ["/inbox"] });
  await router.navigate(pathname, options);
  const [error] = Object.values(router.state.errors ?? {});
  router.dispose();
  if (!isRouteErrorResponse(error)) return error;
  return `${error.status} ${error.statusText}: ${String(error.data).replace("Error: ", "")}`;
}

const inWords = ({ status, statusText, message }: ReturnType<typeof noRoute>): string =>
  `${status} ${statusText}: ${message}`;

test.each(["/a/b/c", "/email/e1/x", "/sign-in/nobody"])("%s is unknown in the words of React Router", async (path) => {
  expect(inWords(noRoute(path))).toBe(await routersOwn(path));
});

test.each(["/", "/inbox", "/outbox", "/email/e1", "/sign-in", "/sign-in/provider", "/a/b/c"])(
  "a form that is sent to %s is refused in the words of React Router",
  async (path) => {
    const sent = { formMethod: "post", formData: new FormData() } as const;
    expect(inWords(noAction(routes, path))).toBe(await routersOwn(path, sent));
  },
);
