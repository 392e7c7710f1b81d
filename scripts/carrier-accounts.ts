/**
 * `npm run carrier:accounts [-- --port 8480]` stands for Twilio and Telnyx on this machine, to try their connection without an account
 * (docs/carriers.md). It answers the requests of their APIs, as their published documents describe them, on a port, and
 * telephone calls on the next one. Nothing is stored: each start begins with the same accounts.
 */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { UsageError } from '../src/cli/command-error.ts';
import { runCommand } from '../src/cli/run-command.ts';
import { onLauncherGone } from '../src/program/launcher-channel.ts';
import { type SimulatedCustomer, startSimulatedCustomer } from '../src/simulation/index.ts';
import { openCarrierServer } from '../test/world/carrier-server.ts';
import { openTelnyxAccount } from '../test/world/telnyx-account.ts';
import { openTwilioAccount } from '../test/world/twilio-account.ts';

const usage = `npm run carrier:accounts [-- --port 8480]

Stands for Twilio and Telnyx on this machine, to try their connection without an account (docs/carriers.md). Requests of
their APIs are answered on the port, telephone calls on the next one. Ctrl C ends it. Nothing is stored.`;

const callerNumber = '+14155550178';

const twilio = openTwilioAccount();
for (const number of ['+18085550101', '+18085550102']) twilio.addNumber(number);
for (const phoneNumber of ['+18085550111', '+18085550112', '+18085550113'])
  twilio.onSale.push({ phoneNumber, addressRequirements: 'none' });
const telnyx = openTelnyxAccount();
for (const number of ['+13125550101', '+13125550102']) telnyx.addNumber(number);
for (const phoneNumber of ['+13125550111', '+13125550112'])
  telnyx.onSale.push({ phoneNumber, monthlyCost: '1.00', needsDocuments: false });

const instructions = (url: string) => `Twilio and Telnyx are at ${url}. Start Parley beside it:

  PARLEY_CARRIER_TEST_URL=${url} PARLEY_EGRESS_ALLOW=127.0.0.0/8 npm start

Then open Trunks in the console and connect one of them:

  Twilio  Account SID  ${twilio.accountSid}
          auth token   ${twilio.authToken}
  Telnyx  API key      ${telnyx.apiKey}

Calls to any number are answered here. Press Enter to call a connected number. Ctrl C ends it.
`;

await runCommand(usage, async ({ print }) => {
  const port = readPort();
  const server = await openCarrierServer(port, [twilio, telnyx]).catch(explain(port));
  server.before = async ({ method, host, path }) => print(`${method} ${host}${path}`);
  const customer = await startCustomer(port + 1, print).catch(async (error: unknown) => {
    await server[Symbol.asyncDispose]();
    return explain(port + 1)(error);
  });
  print(instructions(server.url));
  createInterface({ input: process.stdin }).on('line', () => void callNewest(customer, print));
  const stopped = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopped.resolve());
  onLauncherGone(() => stopped.resolve());
  await stopped.promise;
  await customer.close();
  await server[Symbol.asyncDispose]();
  process.stdin.destroy();
  return true;
});

function readPort(): number {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '8480' } } });
  const port = Number(values.port);
  // Calls have the port after it.
  if (!/^\d+$/.test(values.port) || port < 1 || port > 65_534)
    throw new UsageError(
      `--port must be a whole number from 1 to 65534, and is ${JSON.stringify(values.port)}`,
    );
  return port;
}

/** Returns the handler of an error of opening a port. */
function explain(port: number) {
  return (error: unknown): never => {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EADDRINUSE')
      throw new Error(`Port ${port} is in use by another program. Choose another port with --port.`);
    if (code === 'EACCES')
      throw new Error(`This user must not open port ${port}. Choose one from 1024 with --port.`);
    throw error;
  };
}

function startCustomer(port: number, print: (line: string) => void): Promise<SimulatedCustomer> {
  return startSimulatedCustomer({
    behaviour: { kind: 'answer', ringMs: 2_000 },
    port,
    onCall(call) {
      print(`a call from ${call.callingNumber} to ${call.calledNumber}: it rings`);
      void call.ended.then(({ endedBy }) => print(`the call to ${call.calledNumber} is over (${endedBy})`));
    },
  });
}

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

/** Calls the number that was connected last. */
async function callNewest(customer: SimulatedCustomer, print: (line: string) => void): Promise<void> {
  const number = connected().at(-1);
  if (!number) return print('No number is connected yet.');
  const { phoneNumber, target } = number;
  print(`calling ${phoneNumber} at ${target.address}:${target.port} from ${callerNumber}`);
  const call = await customer.call({ calledNumber: phoneNumber, callingNumber: callerNumber, target });
  print((await call.answered) ? 'answered' : `not answered (${(await call.ended).sipCode})`);
}
