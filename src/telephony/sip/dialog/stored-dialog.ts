import type { Target } from '../base/target.ts';
import type { Endpoint } from '../base/transport.ts';
import { parseNameAddr } from '../message/name-addr.ts';
import { parseUri } from '../syntax/index.ts';
import type { Dialog } from './dialog.ts';

/** A serialized dialog of an answered call, by which another process can end it. Plain data. */
export interface StoredDialog {
  callId: string;
  /** Our From and To values, with their tags. */
  local: string;
  remote: string;
  localCseq: number;
  routes: readonly string[];
  remoteTarget: string;
  /** The peer's last source; a port that is `isEphemeral` accepts no connections. */
  peer: Pick<Endpoint, 'address' | 'port' | 'transport' | 'serverName' | 'isEphemeral'>;
  /** Another address of the peer. */
  home?: Target | undefined;
}

/**
 * Headroom for requests that the storing process may have sent since: a BYE needs a higher CSeq (§12.2.1.1).
 */
const cseqAhead = 10_000;

/** Serializes a dialog. */
export function storedDialog(dialog: Dialog, peer: Endpoint, home: Target | null = null): StoredDialog {
  const { callId, local, remote, localCseq, routes, remoteTarget } = dialog;
  const { address, port, transport = 'udp', serverName, isEphemeral } = peer;
  return {
    callId,
    local,
    remote,
    localCseq,
    routes: routes.map(({ text }) => text),
    remoteTarget: remoteTarget.text,
    peer: {
      address,
      port,
      transport,
      ...(serverName === undefined ? {} : { serverName }),
      ...(isEphemeral === undefined ? {} : { isEphemeral }),
    },
    ...(home === null ? {} : { home }),
  };
}

/** A deserialized dialog. */
export interface ReadDialog {
  dialog: Dialog;
  peer: Endpoint;
  home: Target | null;
}

/** Deserializes a dialog, with a CSeq higher than any before; `null` when the value is malformed. */
export function readStoredDialog(stored: unknown): ReadDialog | null {
  const { callId, local, remote, localCseq, routes, remoteTarget, peer, home } = (stored ??
    {}) as Partial<StoredDialog>;
  const target = typeof remoteTarget === 'string' ? parseUri(remoteTarget) : null;
  const hops = Array.isArray(routes) ? routes.map((text) => ({ text, uri: parseNameAddr(text)?.uri })) : [];
  if (typeof callId !== 'string' || typeof local !== 'string' || typeof remote !== 'string') return null;
  if (target === null || typeof localCseq !== 'number' || !peer || typeof peer.address !== 'string')
    return null;
  const known = hops.flatMap(({ text, uri }) => (uri ? [{ text, uri }] : []));
  if (known.length < hops.length) return null;
  const dialog: Dialog = {
    callId,
    localTag: '',
    remoteTag: '',
    local,
    remote,
    localCseq: localCseq + cseqAhead,
    remoteCseq: null,
    routes: known,
    remoteTarget: target,
  };
  return { dialog, peer, home: typeof home?.host === 'string' ? home : null };
}
