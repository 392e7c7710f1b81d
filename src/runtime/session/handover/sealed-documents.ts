import type { CallKey } from '../../../domains/calls/index.ts';
import type { SecretKey } from '../../../platform/access/index.ts';
import type { CallOffer, MovedCall } from '../call/moved-call.ts';

interface Documents {
  offer: CallOffer;
  document: MovedCall;
}

function placeOf(column: keyof Documents, { organizationId, callId }: CallKey): string {
  return `call_handovers.${column}:${organizationId}/${callId}`;
}

/** Seals a document of a hand-over: it holds what was said, and the credentials of the trunk. */
export function sealed<Column extends keyof Documents>(
  secret: SecretKey,
  column: Column,
  call: CallKey,
  content: Documents[Column],
): Buffer {
  return secret.seal(JSON.stringify(content), placeOf(column, call));
}

/** Opens what `sealed` returned. Throws when it was altered, or when its key is gone. */
export function opened<Column extends keyof Documents>(
  secret: SecretKey,
  column: Column,
  call: CallKey,
  bytes: Buffer,
): Documents[Column] {
  return JSON.parse(secret.open(bytes, placeOf(column, call))) as Documents[Column];
}
