import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { type Dialing, make, setUpDialing } from '../../../test/world/dialing.ts';
import { fileCalls } from '../../../test/world/file-calls.ts';
import { statement } from '../../platform/db/index.ts';

const move = statement(
  'test.pause.move',
  `update calls set status = $2, node_id = 'node_x', recording_file = $3, agent_version = 1 where call_id = $1`,
);
const asked = statement('test.pause.asked', 'select recording_pause_requested from calls where call_id = $1');

let world: ApiWorld;
let dialing: Dialing;
let unrecordedId: string;
beforeAll(async () => {
  world = await createApiWorld();
  dialing = await setUpDialing(world.request);
  const body = { name: 'Ben', prompt: '-', firstMessage: 'Hello.', conversation: { recording: 'off' } };
  unrecordedId = (await make(world.request, '/api/agents', body)).agentId;
});
afterAll(() => world.close());

const live = async (agentId: string, status: string, recordingFile: string | null) => {
  const body = { phoneNumber: '+12125550123', phoneNumberId: dialing.phoneNumberId };
  const variables = { firstName: 'Ada' };
  const { callId } = await make(world.request, `/api/agents/${agentId}/calls`, { ...body, variables });
  await world.db.query(move, [callId, status, recordingFile]);
  await fileCalls(world.db);
  return callId;
};
const traces = async (callId: string) => {
  const audit = (await world.request('GET', '/api/export/audit-logs?pageSize=10000')).body.auditLogs;
  const { decisions } = (await world.request('GET', `/api/calls/${callId}/why`)).body;
  const [row] = await world.db.query(asked, [callId]);
  return {
    verbs: audit
      .filter(({ resourceReferenceId }: { resourceReferenceId: string }) => resourceReferenceId === callId)
      .map(({ actionVerb }: { actionVerb: string }) => actionVerb),
    reasons: decisions.map(({ reason }: { reason: string }) => reason),
    row,
  };
};

it.each(['pause', 'resume'])(
  'refuses to %s a recording that there is not, and changes nothing',
  async (verb) => {
    const ofAgentWithout = await live(unrecordedId, 'ringing', null);
    const withoutFile = await live(dialing.agentId, 'in-progress', null);
    for (const callId of [ofAgentWithout, withoutFile]) {
      const before = await traces(callId);
      const { status, body } = await world.request('POST', `/api/calls/${callId}/recording/${verb}`);
      expect([status, body.code]).toEqual([409, 'recording.not_recorded']);
      expect(await traces(callId)).toEqual(before);
    }
  },
);

it('pauses a recording that runs, or that begins with the answer', async () => {
  const ringing = await live(dialing.agentId, 'ringing', null);
  const talking = await live(dialing.agentId, 'in-progress', 'x.wav');
  for (const callId of [ringing, talking]) {
    const { status, body } = await world.request('POST', `/api/calls/${callId}/recording/pause`);
    expect([status, body]).toEqual([200, { callId, paused: true }]);
    const { verbs, reasons, row } = await traces(callId);
    expect(verbs).toContain('paused');
    expect(reasons).toContain('recording-paused');
    expect(row).toEqual({ recording_pause_requested: true });
  }
});
