import type { Pronunciation } from '../../conversation/reading/index.ts';
import type { AgentConfiguration } from '../../domains/agents/index.ts';
import { pronunciationsFor } from '../../domains/pronunciations/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { type Log, waitAtMost } from '../../platform/kernel/index.ts';

/** A caller waits for the answer meanwhile. */
const readMsMax = 1500;

/**
 * Returns the dictionary entries for an agent's languages as they are now. Never rejects: a call whose dictionary cannot
 * be read goes on without it.
 */
export async function readPronunciations(
  db: Queryable,
  { language, languages }: Pick<AgentConfiguration, 'language' | 'languages'>,
  { organizationId, log }: { organizationId: string; log: Log },
): Promise<readonly Pronunciation[]> {
  const tags = [language, ...languages.map((further) => further.language)];
  try {
    const found = await waitAtMost(pronunciationsFor(db, organizationId, tags), readMsMax);
    if (!found) log.warn('the pronunciation dictionary took too long');
    return found ?? [];
  } catch (error) {
    log.warn({ err: error }, 'the pronunciation dictionary cannot be read');
    return [];
  }
}
