import type { Target } from '../base/target.ts';
import type { Endpoint } from '../base/transport.ts';
import { parseNameAddr } from '../message/name-addr.ts';
import { parseUri } from '../syntax/index.ts';
import type { Dialog } from './dialog.ts';

/** A dialog of an answered call as it can be written down, so that another process can end it. Plain data. */
export interface StoredDialog {
  callId: string;
  /** Our From value and our To value in it, tags included. */
  local: string;
  remote: string;
  localCseq: number;
  routes: readonly string[];
  remoteTarget: string;
  /** Where the peer was heard from; nobody listens at a port that is `isEphemeral`. */
  peer: Pick<Endpoint, 'address' | 'port' | 'transport' | 'serverName' | 'isEphemeral'>;
  /** Where else it is reached. */
  home?: Target | undefined;
}

/** Requests that the process which wrote it down may have sent since: an end has to have a higher CSeq (§12.2.1.1). */
const cseqAhead = 10_000;

/** What is written down of a dialog. */
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

/** A dialog that was written down. */
interface ReadDialog {
  dialog: Dialog;
  peer: Endpoint;
  home: Target | null;
}

/** The dialog that was written down, with a CSeq that is higher than any before; null for what is none. */
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
