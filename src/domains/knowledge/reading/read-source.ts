import type { Database } from '../../../platform/db/index.ts';
import type { Egress } from '../../../platform/egress/index.ts';
import { formatOf } from '../file-format.ts';
import { UnreadableError } from '../parsing/jobs.ts';
import { Parser } from '../parsing/parser.ts';
import {
  type ClaimedSource,
  deleteFileBytes,
  extendClaim,
  failSource,
  findFile,
  giveBackSource,
} from '../store/claim-store.ts';
import { selectPagesOf } from '../store/page-store.ts';
import { completeSource } from '../store/source-store.ts';
import { type Reading, readPages } from './read-pages.ts';
import { ClaimLostError, sentence, storePage, underClaim } from './store-page.ts';

/** After so many readers died with a source, it fails. */
const attemptsMax = 4;
/** How often the claim is extended, well before it ends. */
const extendMsDefault = 15_000;

interface ReadSourceOptions {
  db: Database;
  egress: Egress;
  /** Aborts when the process stops. */
  signal: AbortSignal;
  /** How often the claim is extended. */
  extendMs?: number | undefined;
  fetchMsMax?: number | undefined;
}

/** Reads a claimed source, and ends or gives back the claim. Rejects when the database fails; the lease ends then. */
export async function readSource(
  { db, egress, signal, extendMs = extendMsDefault, fetchMsMax }: ReadSourceOptions,
  source: ClaimedSource,
): Promise<void> {
  if (source.attempts > attemptsMax)
    return failSource(db, source, `It could not be read: its reader was ended ${attemptsMax} times.`);
  await using parser = new Parser();
  const lost = new AbortController();
  const extending = setInterval(() => {
    extendClaim(db, source).then(
      (isHeld) => isHeld || lost.abort(new ClaimLostError()),
      // The claim lasts until its end.
      () => undefined,
    );
  }, extendMs);
  const outlet = egress.of(source.organizationId, 'knowledge');
  const reading = { db, parser, source, outlet, fetchMsMax, signal: AbortSignal.any([signal, lost.signal]) };
  try {
    const problem = source.kind === 'file' ? await readFile(reading) : await readPages(reading);
    await underClaim(reading, async (tx) => {
      await deleteFileBytes(tx, source);
      await completeSource(tx, source.organizationId, source.sourceId, problem);
    });
  } catch (error) {
    if (error instanceof ClaimLostError) return;
    if (error instanceof UnreadableError)
      return failSource(
        db,
        source,
        sentence(source.kind === 'file' ? `the file ${error.message}` : error.message),
      );
    if (signal.aborted) return giveBackSource(db, source);
    throw error;
  } finally {
    clearInterval(extending);
  }
}

async function readFile({ db, parser, source }: Reading): Promise<null> {
  const bytes = await findFile(db, source);
  if (!bytes) throw new UnreadableError('is gone; upload it again');
  const format = formatOf(source.fileName!)!;
  const parsed = await parser.parse({ bytes, format, charset: null, address: null });
  const { organizationId, sourceId, readingSince } = source;
  const [before = null] = await selectPagesOf(db, organizationId, sourceId, readingSince);
  await storePage({ db, source }, { address: null, etag: null, lastModified: null }, parsed, before);
  return null;
}
