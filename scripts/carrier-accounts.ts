/**
 * `npm run carrier:accounts [-- --port 8480]` stands for Twilio and Telnyx on this machine, to try their connection without an account
 * (docs/carriers.md). It answers the requests of their APIs, as their published documents describe them, on a port, and
 * telephone calls on the next one. Nothing is stored: each start begins with the same accounts.
 */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { onLauncherGone } from '../src/program/launcher-channel.ts';
import { startSimulatedCustomer } from '../src/simulation/index.ts';
import { openCarrierServer } from '../test/world/carrier-server.ts';
import { openTelnyxAccount } from '../test/world/telnyx-account.ts';
import { openTwilioAccount } from '../test/world/twilio-account.ts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '8480' } } });
const port = Number(values.port);
// Calls have the port after it.
if (!Number.isInteger(port) || port < 1 || port > 65_534) {
  process.stderr.write('--port must be a port from 1 to 65534\n');
  process.exit(1);
}
const callerNumber = '+14155550178';

const twilio = openTwilioAccount();
for (const number of ['+18085550101', '+18085550102']) twilio.addNumber(number);
for (const phoneNumber of ['+18085550111', '+18085550112', '+18085550113'])
  twilio.onSale.push({ phoneNumber, addressRequirements: 'none' });
const telnyx = openTelnyxAccount();
for (const number of ['+13125550101', '+13125550102']) telnyx.addNumber(number);
for (const phoneNumber of ['+13125550111', '+13125550112'])
  telnyx.onSale.push({ phoneNumber, monthlyCost: '1.00', needsDocuments: false });

const server = await openCarrierServer(port, [twilio, telnyx]);
server.before = async ({ method, host, path }) => console.log(`${method} ${host}${path}`);
const customer = await startSimulatedCustomer({
  behaviour: { kind: 'answer', ringMs: 2_000 },
  port: port + 1,
  onCall(call) {
    console.log(`a call from ${call.callingNumber} to ${call.calledNumber}: it rings`);
    void call.ended.then(({ endedBy }) =>
      console.log(`the call to ${call.calledNumber} is over (${endedBy})`),
    );
  },
});

console.log(`Twilio and Telnyx are at ${server.url}. Start Parley beside it:

  PARLEY_CARRIER_TEST_URL=${server.url} PARLEY_EGRESS_ALLOW=127.0.0.0/8 npm start

Then open Trunks in the console and connect one of them:

  Twilio  Account SID  ${twilio.accountSid}
          auth token   ${twilio.authToken}
  Telnyx  API key      ${telnyx.apiKey}

Calls to any number are answered here. Press Enter to call a connected number. Ctrl C ends it.
`);

/** A connected number, and where its vendor sends calls. */
interface Connected {
  phoneNumber: string;
  target: { address: string; port: number };
}

function connected(): Connected[] {
  const twilios = twilio.numbers.flatMap(({ phone_number: phoneNumber, trunk_sid: trunk }) => {
    const [origination] = twilio.originationUrls.get(String(trunk)) ?? [];
    const [, address, to] = /^sip:\[?([^\]]+?)\]?:(\d+)/.exec(String(origination?.sip_url)) ?? [];
    return address === undefined
      ? []
      : { phoneNumber: String(phoneNumber), target: { address, port: Number(to) } };
  });
  const places = [...(telnyx.resources.get('ips') ?? []), ...(telnyx.resources.get('fqdns') ?? [])];
  const telnyxes = telnyx.numbers.flatMap(({ phone_number: phoneNumber, connection_id: connection }) => {
    const place = places.find(({ connection_id: id }) => id === connection);
    const address = String(place?.ip_address ?? place?.fqdn);
    return place ? { phoneNumber: String(phoneNumber), target: { address, port: Number(place.port) } } : [];
  });
  return [...twilios, ...telnyxes];
}

createInterface({ input: process.stdin }).on('line', async () => {
  const number = connected().at(-1);
  if (!number) return console.log('No number is connected yet.');
  const { phoneNumber, target } = number;
  console.log(`calling ${phoneNumber} at ${target.address}:${target.port} from ${callerNumber}`);
  const call = await customer.call({ calledNumber: phoneNumber, callingNumber: callerNumber, target });
  console.log((await call.answered) ? 'answered' : `not answered (${(await call.ended).sipCode})`);
});

async function stop() {
  await customer.close();
  await server[Symbol.asyncDispose]();
  process.exit();
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
onLauncherGone(() => void stop());
