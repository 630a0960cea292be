/** What an event source says (RFC 8620 §7.3), as it is written. */
export interface Heard {
  text(): string;
  end(): Promise<void>;
}

export async function hearEvents(url: string, token: string): Promise<Heard> {
  const stopped = new AbortController();
  const stream = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: stopped.signal });
  let heard = "";
  const listening = (async () => {
    const text = new TextDecoder();
    for await (const chunk of stream.body!) heard += text.decode(chunk as Uint8Array);
  })().catch(() => undefined);
  return {
    text: () => heard,
    async end() {
      stopped.abort();
      await listening;
    },
  };
}
