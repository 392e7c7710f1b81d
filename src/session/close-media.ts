import { delay, type Log } from '../kernel/index.ts';
import type { MediaSession, SessionSummary } from '../media/index.ts';

/** A media thread that does not finish a session within this has lost it. */
const closeMsMax = 5000;

/** Ends the audio of a call; what there was of it, or null where the thread does not say. */
export async function closeMedia(media: MediaSession, log: Log): Promise<SessionSummary | null> {
  const done = new AbortController();
  const late = delay(closeMsMax, done.signal).then(() => 'late' as const);
  const summary = await Promise.race([media.close().catch(() => null), late]);
  done.abort();
  if (summary !== 'late') return summary;
  log.error('the media thread did not end the audio of a call in time');
  return null;
}
