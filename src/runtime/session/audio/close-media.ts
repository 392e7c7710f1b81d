import { type Log, waitAtMost } from '../../../platform/kernel/index.ts';
import type { MediaSession, SessionSummary } from '../../../telephony/media/index.ts';

/** A media thread that does not finish a session within this has lost it. */
const closeMsMax = 5000;

/** Ends the audio of a call; what there was of it, or null where the thread does not say. */
export async function closeMedia(media: MediaSession, log: Log): Promise<SessionSummary | null> {
  const summary = await waitAtMost(
    media.close().catch(() => null),
    closeMsMax,
  );
  if (summary !== undefined) return summary;
  log.error('the media thread did not end the audio of a call in time');
  return null;
}
