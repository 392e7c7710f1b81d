import { configurationOf } from '../../src/domains/knowledge/languages.ts';
import { completeSource, countSource, insertSource } from '../../src/domains/knowledge/store/source-store.ts';
import { storeDocument } from '../../src/domains/knowledge/store-document.ts';
import type { Database } from '../../src/platform/db/index.ts';
import { newId } from '../../src/platform/kernel/index.ts';
import type { HandbookDocument } from './handbook.ts';

/** Stores documents as one source of an organization. Returns their names by id. */
export async function fillKnowledge(
  db: Database,
  organizationId: string,
  documents: readonly HandbookDocument[],
): Promise<Map<string, string>> {
  const sourceId = newId('ksource');
  const names = new Map<string, string>();
  await db.transaction(async (tx) => {
    const place = { address: 'https://handbook.example.com/', fileName: null, rereadHours: null };
    const described = { sourceId, kind: 'site' as const, name: 'Handbook', language: 'en', ...place };
    await insertSource(tx, organizationId, { ...described, configuration: configurationOf('en') });
    for (const { name, title, text } of documents) {
      const address = `${place.address}${name}`;
      names.set(
        await storeDocument(tx, organizationId, { documentId: null, sourceId, title, address, text }),
        name,
      );
    }
    await completeSource(tx, organizationId, sourceId, null);
    await countSource(tx, organizationId, sourceId);
  });
  return names;
}
