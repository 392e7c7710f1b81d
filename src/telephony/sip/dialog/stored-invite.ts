import type { Endpoint } from '../base/transport.ts';
import type { OutgoingRequest } from '../message/serialize.ts';
import { readStoredDialog, type StoredDialog } from './stored-dialog.ts';

/** A serialized unanswered INVITE, which another process can cancel. Plain data. */
export interface StoredInvite {
  /** The INVITE that was sent last. Its CANCEL repeats its Via, addresses and CSeq (RFC 3261 §9.1). */
  invite: Pick<OutgoingRequest, 'uri' | 'sentBy' | 'branch' | 'from' | 'to' | 'callId' | 'cseq'>;
  fromTag: string;
  /** The early dialog; `null` when the peer established none. */
  early: StoredDialog | null;
  /** The destination of the INVITE. */
  peer: Pick<Endpoint, 'address' | 'port' | 'transport' | 'serverName'>;
}

/** Serializes an INVITE. */
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

/** A deserialized INVITE. */
export interface ReadInvite {
  request: OutgoingRequest;
  fromTag: string;
  early: StoredDialog | null;
  peer: Endpoint;
}

/** Deserializes an INVITE; `null` when the value is malformed. */
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
