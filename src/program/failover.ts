import { join } from 'node:path';
import type { CallWriter } from '../domains/calls/index.ts';
import type { Database } from '../platform/db/index.ts';
import type { Log } from '../platform/kernel/index.ts';
import { EpochWatch } from '../platform/nodes/index.ts';
import { type CallEngine, CallJournal, writeBackCalls } from '../runtime/session/index.ts';
import type { Settings } from './settings.ts';

/** What a calls process does about failovers of the database. */
interface Failover {
  /** For the engine: the calls of the last minutes. */
  journal: CallJournal;
  /** For the engine: whether the database is the one to which this process has reported. */
  isDatabaseKnown: () => Promise<boolean>;
  /** Looks at the database for the first time, and then once a second. Before that, the process dials nothing. */
  watchDatabase: (engine: CallEngine) => Promise<void>;
}

/** Opens the journal of calls. Closes it and the watch with `parts`. */
export async function openFailover(
  settings: Pick<Settings, 'dataDir' | 'callsMax' | 'requireSynchronous'>,
  { db, writer, nodeId, log }: { db: Database; writer: CallWriter; nodeId: string; log: Log },
  parts: AsyncDisposableStack,
): Promise<Failover> {
  const { dataDir, callsMax: capacity, requireSynchronous: requiresSynchronous } = settings;
  const journal = new CallJournal();
  await journal.open(join(dataDir, 'dialed'), nodeId, log);
  parts.defer(() => journal.close());
  let carries: (callId: string) => boolean = () => false;
  const epochs = new EpochWatch({
    ...{ db, nodeId, capacity, requiresSynchronous, log },
    writeBack: ({ timeline }) =>
      writeBackCalls({ db, writer, journal, nodeId, carries: (callId) => carries(callId), log }, timeline),
    onReached: (timeline) => journal.reachTimeline(timeline),
  });
  parts.defer(() => epochs.close());
  return {
    journal,
    isDatabaseKnown: () => epochs.isKnown(),
    async watchDatabase(engine) {
      carries = (callId) => engine.carries(callId);
      await epochs.start();
    },
  };
}
