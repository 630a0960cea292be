/** A server of mail that a story can tell what to answer. */
import { type Behaviour, type Peer, startPeer } from "../../packages/server/test/support/smtp-peer.ts";

export async function startChangeablePeer(): Promise<Peer & { behaviour: Behaviour }> {
  const behaviour: Behaviour = {};
  const peer = await startPeer({ onRecipient: (address) => behaviour.onRecipient?.(address) });
  return Object.assign(peer, { behaviour });
}
