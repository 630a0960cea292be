/** What goes wrong under a page without being shown: errors in the console, requests that fail, and errors of JMAP. */
import type { Invocation } from "@pismo/jmap";
import type { Page, Response } from "@playwright/test";

/** Errors of methods, which come with status 200. */
async function methodErrors(response: Response): Promise<string[]> {
  if (!/\/jmap\/(?:api|own|at\/[^/]+\/api)$/.test(new URL(response.url()).pathname)) return [];
  const { methodResponses = [] } = ((await response.json().catch(() => undefined)) ?? {}) as {
    methodResponses?: Invocation[];
  };
  return methodResponses.flatMap(([name, result]) => (name === "error" ? `JMAP error: ${JSON.stringify(result)}` : []));
}

/** @returns all so far */
export function faultsOf(page: Page): () => Promise<string[]> {
  const faults: string[] = [];
  const reading: Promise<void>[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on("requestfailed", (request) => {
    const { errorText = "" } = request.failure() ?? {};
    // The page itself ends what it no longer needs.
    if (errorText !== "net::ERR_ABORTED") faults.push(`${request.method()} ${request.url()}: ${errorText}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
    else reading.push(methodErrors(response).then((found) => void faults.push(...found)));
  });
  return async () => {
    await Promise.all(reading);
    return faults;
  };
}
