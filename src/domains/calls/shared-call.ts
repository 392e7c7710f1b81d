import { hashOfSecretToken } from '../../platform/access/index.ts';
import { change } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { networkOf, type RequestContext, type StreamedBody, systemActor } from '../../platform/http/index.ts';
import { ApiError, RateLimiter } from '../../platform/kernel/index.ts';
import type { SharedCall } from './link-schemas.ts';
import { getCallRow } from './read.ts';
import { type RecordingPlaces, readRecording } from './recording.ts';
import type { TranscriptEntry } from './schemas.ts';
import { findLinkByToken, type OpenCallLink } from './store/links.ts';
import { explainCall } from './why.ts';

/** Reads a minute: from one address, and of one link. Each is an entry of the audit log. */
const readsOfAddress = 60;
const readsOfLink = 60;

/** Who asks, as far as it is known. */
type Visit = Pick<RequestContext, 'actor' | 'client'>;

/** Lets the holders of links read calls, and writes each read to the audit log. */
export class SharedCalls {
  readonly #db: Database;
  readonly #places: RecordingPlaces;
  readonly #addresses = new RateLimiter(readsOfAddress);
  readonly #links = new RateLimiter(readsOfLink);

  constructor(db: Database, places: RecordingPlaces) {
    this.#db = db;
    this.#places = places;
  }

  /** Returns the call of a link. Throws a 404 for a link that does not work, and a 429. */
  async read(visit: Visit, token: string): Promise<SharedCall> {
    const link = await this.#open(visit, token);
    const { organizationId, callId, linkId, organizationName, agentName, expiresAt } = link;
    const actor = systemActor(organizationId, visit.actor.requestId);
    return change({ db: this.#db, actor }, async (tx) => {
      const call = await getCallRow({ db: tx, actor }, callId);
      const { decisions } = await explainCall({ db: tx, actor }, callId);
      const result: SharedCall = {
        ...{ organizationName, agentName, expiresAt },
        ...{ type: call.type, createdAt: call.created_at, startedAt: call.started_at },
        ...{ endedAt: call.ended_at, endedReason: call.ended_reason },
        hasRecording: link.withRecording && call.recording_file !== null,
        transcript: call.transcript.flatMap(sharedEntry),
        timeline: decisions
          .filter(({ decision }) => decision !== 'held' && decision !== 'noted')
          .map(({ at, decision }) => ({ at, decision })),
      };
      return { result, audit: { verb: 'exported', type: 'call_links', id: callId, label: linkId } };
    });
  }

  /** Returns the recording of a link's call. Throws a 404 also for a link without it. */
  async readRecording(visit: Visit, token: string): Promise<StreamedBody> {
    const { organizationId, callId, linkId, withRecording } = await this.#open(visit, token);
    if (!withRecording)
      throw new ApiError(404, 'recording.not_found', 'This link does not share the recording.');
    const scope = { db: this.#db, actor: systemActor(organizationId, visit.actor.requestId) };
    const recording = await readRecording({ ...scope, ...this.#places }, callId);
    await change(scope, async () => ({
      result: undefined,
      audit: { verb: 'exported', type: 'recordings', id: callId, label: linkId },
    }));
    return recording;
  }

  async #open({ client }: Visit, token: string): Promise<OpenCallLink> {
    const nowMs = Date.now();
    limit(this.#addresses.count(networkOf(client.address), nowMs));
    const link = await findLinkByToken(this.#db, hashOfSecretToken(token));
    if (!link) {
      const message =
        'This link does not work any more: it has expired or was revoked, or the call was deleted. Ask the person who sent it for a new one.';
      throw new ApiError(404, 'link.not_found', message);
    }
    limit(this.#links.count(link.linkId, nowMs));
    return link;
  }
}

/** Returns an entry as holders of a link see it. Tools and pressed keys may show data of the customer. */
function sharedEntry({ role, name, message, secondsFromStart }: TranscriptEntry): SharedCall['transcript'] {
  if (role !== 'bot' && role !== 'user' && role !== 'agent') return [];
  const isKeys = name === 'dtmf';
  return [{ role, message: isKeys ? '' : message, secondsFromStart, isKeys }];
}

function limit(waitSeconds: number): void {
  if (waitSeconds === 0) return;
  const headers = { 'retry-after': String(waitSeconds) };
  throw new ApiError(429, 'rate_limited', 'This was read too often. Try again in a minute.', { headers });
}
