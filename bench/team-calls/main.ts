/**
 * `npm run bench:team-calls [-- --rounds 20]` measures in a browser how soon a member of a team speaks with a customer whom a campaign has
 * dialed: from the customer's answer to the first sound of the member at the customer's telephone. The answered call opens on the
 * member's page without a click. The member's fake microphone speaks all the time.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { always, openTakeCalls, openTeamOffice } from '../../test/console/team-office.ts';
import { startProgram } from '../../test/world/program.ts';
import { percentile } from '../percentile.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string' } } });
const rounds = Number(values.rounds ?? 20);
if (!Number.isInteger(rounds) || rounds < 1)
  throw new Error(`--rounds must be a number from 1; it is ${values.rounds}`);
/** A person who has answered waits so long for a member. */
const patienceMs = 2000;

await using opened = new AsyncDisposableStack();
const env = { PARLEY_CONSOLE: 'on', PARLEY_EGRESS_ALLOW: '127.0.0.0/8' };
const program = opened.use(await startProgram({ env }));
const office = opened.use(await openTeamOffice(program, { wrapUpSeconds: 0, pauseSeconds: 0 }));
const send = async (method: string, path: string, body?: object) => {
  const answer = await program.request(method, path, body === undefined ? {} : { body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
  return answer.body;
};
const { agentId, teamId, phoneNumberId } = office;
const { scheduleId } = await send('POST', '/api/schedules', always);
const dialing = { mode: 'progressive', teamId };
const { campaignId } = await send('POST', '/api/campaigns', { name: 'Sales', agentId, dialing });
const page = await openTakeCalls(office.member, program.url);
await page.getByRole('button', { name: 'Become available' }).click();

interface Round {
  accepted: number;
  takenOver: number;
  heard: number;
}
const measured: Round[] = [];
for (let round = 1; round <= rounds; round++) {
  await page.getByRole('region', { name: 'You are available' }).waitFor();
  const phoneNumber = `+1212555${2000 + round}`;
  const { callId } = await send('POST', `/api/agents/${agentId}/calls/campaign`, {
    ...{ campaignName: 'Sales', scheduleId, phoneNumberId, phoneNumber, variables: {} },
  });
  const customer = await office.customerOf(phoneNumber);
  await customer.answered;
  const answeredMs = Date.now();
  await customer.untilSpokenFor(100);
  const heardMs = customer.clocks.heardZeroEpochMs! + customer.heardSpeech[0]!.startMs;
  const { decisions } = await send('GET', `/api/calls/${callId}/why`);
  const at = (reason: string) => {
    const found = decisions.find((one: { reason: string }) => one.reason === reason);
    return found ? Date.parse(found.at) - answeredMs : Number.NaN;
  };
  measured.push({ accepted: at('team-accepted'), takenOver: at('taken-over'), heard: heardMs - answeredMs });
  customer.hangUp();
}
const { given, abandoned } = await send('GET', `/api/campaigns/${campaignId}/dialing`);
const figures = (part: keyof Round) => {
  const ms = measured.map((one) => one[part]).filter((value) => !Number.isNaN(value));
  return `median ${Math.round(percentile(ms, 50))} ms, 95 % within ${Math.round(percentile(ms, 95))} ms, at most ${Math.round(Math.max(...ms))} ms`;
};
console.log(`${rounds} rounds, load average ${loadavg()[0]!.toFixed(1)}`);
console.log(`answer to the member's accept: ${figures('accepted')}`);
console.log(`answer to the member in place of the agent: ${figures('takenOver')}`);
console.log(`answer to the member's first sound: ${figures('heard')}`);
const soon = measured.filter(
  ({ heard, takenOver }) => heard <= patienceMs && !Number.isNaN(takenOver),
).length;
console.log(
  `heard a member within ${patienceMs / 1000} s: ${soon} of ${rounds} (${given} given to the member, ${abandoned} abandoned)`,
);
