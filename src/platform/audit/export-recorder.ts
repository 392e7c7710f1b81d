import { change, type Scope } from './change.ts';
import { claimExportHour } from './export-store.ts';

const hourSeconds = 3600;
/** The most keys that are cached. Beyond it all are forgotten and the database is asked again. */
const keysMax = 10_000;

/**
 * Audits exports at most once per key and hour. A cache saves polling clients a statement; a row in the database
 * decides between processes.
 */
export class ExportRecorder {
  readonly #hourOfKey = new Map<string, number>();

  async record(scope: Scope): Promise<void> {
    const { organizationId, apiKeyId } = scope.actor;
    const hour = Math.floor(Date.now() / 1000 / hourSeconds) * hourSeconds;
    const key = `${organizationId} ${apiKeyId}`;
    if (this.#hourOfKey.get(key) === hour) return;
    await change(scope, async (tx) => {
      const isFirst = await claimExportHour(tx, organizationId, apiKeyId, hour);
      return { result: undefined, audit: isFirst ? { verb: 'exported', type: 'audit_logs', id: null } : [] };
    });
    if (this.#hourOfKey.size >= keysMax) this.#hourOfKey.clear();
    this.#hourOfKey.set(key, hour);
  }
}
