/** What a request names in `using`, against servers that have less than ours. */
import { CORE, JmapClient, type JmapRequest, MAIL } from "@pismo/jmap";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";

test("[8620 §3.6.1] a request names no capability that the server lacks: the whole of it would be refused", async () => {
  const asked: JmapRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (request.method === "GET") {
        response.end(JSON.stringify({ capabilities: { [CORE]: {}, [MAIL]: {} }, accounts: {}, apiUrl: `${url}/api` }));
        return;
      }
      asked.push(JSON.parse(Buffer.concat(chunks).toString()) as JmapRequest);
      response.end(JSON.stringify({ methodResponses: [["Email/get", { list: [] }, "c0"]], sessionState: "1" }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const get = { accountId: "a", ids: [] };
    await new JmapClient({ sessionUrl: url }).call("Email/get", { ...get, shortensHeaders: true });
    expect(asked[0]?.using).toEqual([CORE, MAIL]);
    // What the caller names itself is the caller's business.
    await new JmapClient({ sessionUrl: url, using: [CORE, "urn:example"] }).call("Email/get", get);
    expect(asked[1]?.using).toEqual([CORE, "urn:example"]);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
