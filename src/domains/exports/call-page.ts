import type { Queryable } from '../../platform/db/index.ts';
import { type PagePlace, StreamedBody } from '../../platform/http/index.ts';
import { type CallRow, toCall } from '../calls/index.ts';
import { type CallSelection, selectCalls } from './store.ts';

/** The source of a page of calls. */
interface CallPageRequest {
  organizationId: string;
  selection: CallSelection;
  size: number;
  baseUrl: string;
  /** Returns the absolute URL of the page that begins after a position, or null. */
  nextPage: (place: PagePlace | null) => string | null;
}

/** The calls that are read and written together. They come with their transcripts. */
const callsOfChunk = 100;

/**
 * Writes a page of calls as JSON text in chunks. One chunk is in memory however large the page is, and no database
 * connection is held while a slow client reads. The first chunk is read before this returns, so that an unreachable
 * database is an error and not half an answer.
 */
export async function openCallPage(db: Queryable, request: CallPageRequest): Promise<StreamedBody> {
  const first = await readChunk(db, request, request.selection.belowId, request.size);
  return new StreamedBody('application/json; charset=utf-8', pageTexts(db, request, first));
}

/** Reads one call more than the page, to know whether more follow. */
function readChunk(
  db: Queryable,
  request: CallPageRequest,
  belowId: string | null,
  left: number,
): Promise<CallRow[]> {
  const limit = Math.min(callsOfChunk, left) + 1;
  return selectCalls(db, request.organizationId, { ...request.selection, belowId }, limit);
}

async function* pageTexts(db: Queryable, request: CallPageRequest, first: CallRow[]): AsyncGenerator<string> {
  let [rows, left, before] = [first, request.size, '{"calls":['];
  for (;;) {
    const calls = rows.slice(0, Math.min(callsOfChunk, left));
    yield before + calls.map((row) => JSON.stringify(toCall(row, request.baseUrl))).join(',');
    before = ',';
    left -= calls.length;
    const last = calls.at(-1);
    const hasMore = rows.length > calls.length;
    if (last === undefined || !hasMore || left === 0) {
      const place = last !== undefined && hasMore ? { createdAt: last.created_at, id: last.call_id } : null;
      yield `],"metadata":${JSON.stringify({ nextPage: request.nextPage(place) })}}`;
      return;
    }
    rows = await readChunk(db, request, last.call_id, left);
  }
}
