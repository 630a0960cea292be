/** A server that sends over SMTP, as a JMAP client sees it, and the peer that it sends to. */
import { type Jmap, jmap } from "./jmap.ts";
import { type Behaviour, type Peer, startPeer } from "./smtp-peer.ts";

export interface SendingJmap {
  j: Jmap;
  peer: Peer;
  /** What the peer does: may be changed at any time. */
  behaviour: Behaviour;
  close(): Promise<void>;
}

export async function sendingJmap(): Promise<SendingJmap> {
  const behaviour: Behaviour = {};
  const peer = await startPeer({
    onRecipient: (address) => behaviour.onRecipient?.(address),
    onMessage: (message) => behaviour.onMessage?.(message),
  });
  const j = await jmap({ sends: true, smtpUrl: new URL(`smtp://127.0.0.1:${peer.port}`) });
  return {
    j,
    peer,
    behaviour,
    async close() {
      await j.close();
      await peer.close();
    },
  };
}
