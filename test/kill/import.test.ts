import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RawClient, requestText } from '../security/raw-client.ts';
import { make, nearlyNeverOpen, setUpDialing } from '../world/dialing.ts';
import { type Program, startProgram } from '../world/program.ts';

const rowsCount = 12_000;
const csv = `phoneNumber,firstName\n${Array.from({ length: rowsCount }, (_, i) => `+1212${2_000_000 + i},Name ${i}`).join('\n')}\n`;

/** Reads again and again until it fits. */
async function until<Value>(read: () => Promise<Value>, fits: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = await read();
    if (fits(value)) return value;
  }
}

async function kill(program: Program): Promise<void> {
  program.process.kill('SIGKILL');
  await program.exited;
}

it('an import is gone whole when its process is killed before the answer, and whole afterwards', {
  timeout: 120_000,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-import-'));
  try {
    const first = await startProgram({ dataDir });
    const { key } = first;
    const dialing = await setUpDialing(first.request);
    const { scheduleId } = await make(first.request, '/api/schedules', nearlyNeverOpen);
    const { phoneNumberId, agentId } = dialing;
    const { campaignId } = await make(first.request, `/api/agents/${agentId}/calls/campaign`, {
      ...{ campaignName: 'Imported', scheduleId, phoneNumberId, phoneNumber: '+12125550100' },
      variables: { firstName: 'First' },
    });
    const path = `/api/campaigns/${campaignId}/import?scheduleId=${scheduleId}&phoneNumberId=${phoneNumberId}`;
    const send = (program: Program) =>
      program.request('POST', path, {
        ...{ key, body: csv },
        headers: { 'content-type': 'text/csv', 'idempotency-key': 'the-file' },
      });
    const callsOf = async (program: Program) => {
      const { body } = await program.request('GET', `/api/campaigns/${campaignId}`, { key });
      return body.counts.byStatus.queued as number;
    };

    // Half of the file has arrived, and been answered by the reading of it: the client has nothing in its hands.
    const client = new RawClient(Number(new URL(first.url).port));
    const authorization = `Bearer ${key}`;
    const head = { authorization, 'content-type': 'text/csv', 'content-length': String(csv.length) };
    client.write(requestText('POST', path, head, csv.slice(0, csv.length / 2)));
    await until(
      async () => (await first.request('GET', '/readyz')).status,
      () => client.socket.bytesWritten > csv.length / 2,
    );
    await kill(first);
    const second = await startProgram({ dataDir });
    expect(await callsOf(second)).toBe(1);

    const answer = await send(second);
    expect([answer.status, answer.body.rowsRead]).toEqual([202, rowsCount]);
    const progressOf = async (program: Program) =>
      (await program.request('GET', `/api/campaigns/${campaignId}/imports/${answer.body.importId}`, { key }))
        .body;
    await until(
      () => progressOf(second),
      ({ rowsAccepted }) => rowsAccepted > 0,
    );
    await kill(second);

    const third = await startProgram({ dataDir });
    const after = await until(
      () => progressOf(third),
      ({ status }) => status === 'completed',
    );
    expect(after).toMatchObject({ rowsAccepted: rowsCount, rowsRefused: 0 });
    const again = await send(third);
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([answer.text, 'true']);
    expect(await callsOf(third)).toBe(rowsCount + 1);
    const numbers = new Set<string>();
    for (let next: string | null = `/api/campaigns/${campaignId}/calls?pageSize=1000`; next !== null; ) {
      const page: { calls: { customerNumber: string }[]; metadata: { nextPage: string | null } } = (
        await third.request('GET', next.replace(third.url, ''), { key })
      ).body;
      for (const { customerNumber } of page.calls) numbers.add(customerNumber);
      next = page.metadata.nextPage;
    }
    expect(numbers.size).toBe(rowsCount + 1);
    await kill(third);
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
  }
});
