import { change, type Scope } from '../../platform/audit/index.ts';
import { csvLine, inertText } from '../../platform/csv/index.ts';
import { StreamedBody } from '../../platform/http/index.ts';
import { selectSuppressionsFrom } from './store.ts';

const pageRows = 1000;
const columns = ['phoneNumber', 'source', 'reason', 'callId', 'createdBy', 'createdAt'];

/**
 * Streams all suppressed numbers in order as a CSV file. Audited. Pages are read while the file is sent, so it may lack
 * changes made meanwhile.
 */
export async function exportSuppressions(scope: Scope): Promise<StreamedBody> {
  await change(scope, async () => ({
    result: undefined,
    audit: { verb: 'exported', type: 'suppressions', id: null },
  }));
  return new StreamedBody('text/csv; charset=utf-8', lines(scope), {
    'content-disposition': 'attachment; filename="suppressions.csv"',
  });
}

async function* lines({ db, actor }: Scope): AsyncGenerator<string> {
  yield csvLine(columns, ',');
  for (let after = ''; ; ) {
    const rows = await selectSuppressionsFrom(db, actor.organizationId, after, pageRows);
    yield rows
      .map(({ phoneNumber, source, reason, callId, createdBy, createdAt }) =>
        csvLine(
          [phoneNumber, source, inertText(reason ?? ''), callId ?? '', createdBy ?? '', createdAt],
          ',',
        ),
      )
      .join('');
    const last = rows.at(-1);
    if (!last || rows.length < pageRows) return;
    after = last.phoneNumber;
  }
}
