import { newBranch } from '../message/identifiers.ts';
import type { SipMessage, SipRequest, SipResponse } from '../message/message.ts';
import { tagOf } from '../message/name-addr.ts';
import type { Body, HeaderList, OutgoingRequest } from '../message/serialize.ts';
import { parseUri, type Uri } from '../syntax/index.ts';

/** A dialog between two user agents (RFC 3261 §12). Values are replaced, never mutated. */
export interface Dialog {
  callId: string;
  localTag: string;
  /** Empty for a peer older than RFC 3261, which sends none. */
  remoteTag: string;
  /** Our From value in requests within the dialog, with its tag. */
  local: string;
  /** Our To value, with its tag. */
  remote: string;
  localCseq: number;
  /** `null` until the peer sends a request. */
  remoteCseq: number | null;
  /** Route values in the order in which we send them. */
  routes: readonly { text: string; uri: Uri }[];
  remoteTarget: Uri;
}

/** Returns the key of a dialog: Call-ID and both tags must match (§12.2.2). */
export function dialogKey(callId: string, localTag: string, remoteTag: string): string {
  return `${localTag} ${remoteTag} ${callId}`;
}

/** Returns the dialog key of a request from the peer. */
export function dialogKeyOf(request: SipRequest): string {
  return dialogKey(request.callId, tagOf(request.to) ?? '', tagOf(request.from) ?? '');
}

/** Returns the dialog that our response to an INVITE establishes (§12.1.1). */
export function dialogOfUas(invite: SipRequest, localTag: string): Dialog {
  return {
    callId: invite.callId,
    localTag,
    remoteTag: tagOf(invite.from) ?? '',
    local: `${invite.to.text};tag=${localTag}`,
    remote: invite.from.text,
    localCseq: 0,
    remoteCseq: invite.cseq.number,
    routes: routesOf(invite),
    remoteTarget: invite.contact?.uri ?? invite.from.uri,
  };
}

/** Returns the dialog that a 2xx to our INVITE establishes, with the route set reversed (§12.1.2). */
export function dialogOfUac(invite: OutgoingRequest, localTag: string, response: SipResponse): Dialog {
  return {
    callId: invite.callId,
    localTag,
    remoteTag: tagOf(response.to) ?? '',
    local: invite.from,
    remote: response.to.text,
    localCseq: invite.cseq,
    remoteCseq: null,
    routes: routesOf(response).reverse(),
    remoteTarget: response.contact?.uri ?? parseUri(invite.uri) ?? response.to.uri,
  };
}

function routesOf(message: SipMessage): { text: string; uri: Uri }[] {
  return message.recordRoutes.map(({ text, uri }) => ({ text, uri }));
}

/** Returns false for a request that a later one overtook (§12.2.2). */
export function isInOrder(dialog: Dialog, request: SipRequest): boolean {
  return dialog.remoteCseq === null || request.cseq.number >= dialog.remoteCseq;
}

/**
 * Returns the dialog after a request of the peer. Its Contact replaces the remote target when the method
 * refreshes it (§12.2.2).
 */
export function afterRequest(dialog: Dialog, request: SipRequest): Dialog {
  const refreshes = request.method === 'INVITE' || request.method === 'UPDATE';
  const remoteTarget = refreshes && request.contact ? request.contact.uri : dialog.remoteTarget;
  return { ...dialog, remoteCseq: request.cseq.number, remoteTarget };
}

/**
 * Returns the dialog after a 2xx to our INVITE or UPDATE, whose Contact replaces the remote target
 * (§12.2.1.2).
 */
export function afterResponse(dialog: Dialog, response: SipResponse): Dialog {
  return response.contact ? { ...dialog, remoteTarget: response.contact.uri } : dialog;
}

/** A request within a dialog and the URI of its next hop (§12.2.1.1). */
export interface DialogRequest {
  request: OutgoingRequest;
  nextHop: Uri;
}

/** Builds a request. The caller advances the CSeq, because an ACK repeats that of its INVITE. */
export function requestInDialog(
  dialog: Dialog,
  method: string,
  cseq: number,
  sentBy: string,
  extra: { headers?: HeaderList; body?: Body | null } = {},
): DialogRequest {
  const [first, ...rest] = dialog.routes;
  // A first hop without `lr` is a strict router: its URI becomes the Request-URI, and the remote target goes
  // last.
  const isStrict = first !== undefined && !first.uri.params.has('lr');
  const routes = isStrict
    ? [...rest.map((route) => route.text), `<${dialog.remoteTarget.text}>`]
    : dialog.routes.map((route) => route.text);
  const request: OutgoingRequest = {
    method,
    uri: isStrict ? first.uri.text : dialog.remoteTarget.text,
    sentBy,
    branch: newBranch(),
    routes,
    from: dialog.local,
    to: dialog.remote,
    callId: dialog.callId,
    cseq,
    headers: extra.headers ?? [],
    body: extra.body ?? null,
  };
  return { request, nextHop: first?.uri ?? dialog.remoteTarget };
}
