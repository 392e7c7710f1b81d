import type { Endpoint } from '../base/transport.ts';
import type { OutgoingRequest } from '../message/serialize.ts';
import { readStoredDialog, type StoredDialog } from './stored-dialog.ts';

/** An INVITE that rings, as it can be written down, so that another process can give it up. Plain data. */
export interface StoredInvite {
  /** Of the INVITE that was sent last: its Via, its addresses and its CSeq are those of its CANCEL (RFC 3261 §9.1). */
  invite: Pick<OutgoingRequest, 'uri' | 'sentBy' | 'branch' | 'from' | 'to' | 'callId' | 'cseq'>;
  fromTag: string;
  /** The early dialog; null where the peer made none. */
  early: StoredDialog | null;
  /** Where it was sent. */
  peer: Pick<Endpoint, 'address' | 'port' | 'transport' | 'serverName'>;
}

/** What is written down of an INVITE. */
export function storedInvite(
  request: OutgoingRequest,
  to: Endpoint,
  early: StoredDialog | null,
): StoredInvite {
  const { uri, sentBy, branch, from, to: called, callId, cseq } = request;
  const { address, port, transport = 'udp', serverName } = to;
  return {
    invite: { uri, sentBy, branch, from, to: called, callId, cseq },
    fromTag: from.slice(from.lastIndexOf(';tag=') + ';tag='.length),
    early,
    peer: { address, port, transport, ...(serverName === undefined ? {} : { serverName }) },
  };
}

/** An INVITE that was written down. */
export interface ReadInvite {
  request: OutgoingRequest;
  fromTag: string;
  /** Null: none. */
  early: StoredDialog | null;
  peer: Endpoint;
}

/** The INVITE that was written down; null for what is none. */
export function readStoredInvite(stored: unknown): ReadInvite | null {
  const { invite, fromTag, early, peer } = (stored ?? {}) as Partial<StoredInvite>;
  if (!invite || !peer || typeof peer.address !== 'string' || typeof fromTag !== 'string') return null;
  const { uri, sentBy, branch, from, to, callId, cseq } = invite;
  const texts = [uri, sentBy, branch, from, to, callId];
  if (texts.some((text) => typeof text !== 'string') || typeof cseq !== 'number') return null;
  const transport = peer.transport ?? 'udp';
  const request: OutgoingRequest = {
    method: 'INVITE',
    uri,
    sentBy,
    transport,
    branch,
    routes: [],
    from,
    to,
    callId,
    cseq,
    headers: [],
    body: null,
  };
  return { request, fromTag, early: early && readStoredDialog(early) ? early : null, peer };
}
