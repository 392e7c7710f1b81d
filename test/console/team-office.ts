import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { BrowserContext, Page } from 'playwright-core';
import { deltaOf, doneEvent } from '../../src/conversation/providers/testing/index.ts';
import { type SimulatedCall, startSimulatedCustomer } from '../../src/simulation/index.ts';
import type { Program } from '../world/program.ts';
import { temporaryFolder } from '../world/temporary-folder.ts';
import { microphoneOf, speechOf } from './caller-voice.ts';
import { openChromium, windowOptions } from './chromium.ts';
import { joinConsole } from './console-page.ts';

/** A team of one member, who has a browser with a microphone, and an agent with a model that transfers to the team. */
export interface TeamOffice {
  agentId: string;
  teamId: string;
  memberId: string;
  phoneNumberId: string;
  /** The signed-in browser of the member, who speaks all the time, with pauses. */
  member: BrowserContext;
  /** The bodies of the requests to the model. */
  asked: string[];
  /** Dials a customer, who answers. */
  dial(): Promise<{ callId: string; customer: SimulatedCall }>;
  /** Dials a customer, who presses a key, so that the agent transfers the call to the team. */
  transferred(): Promise<{ callId: string; customer: SimulatedCall }>;
  /** Resolves with the customer's side of the call to a number. */
  customerOf(calledNumber: string): Promise<SimulatedCall>;
  /** Lets all customers hang up. */
  hangUp(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A number to which members transfer calls onwards. */
export const officeNumber = '+12125550900';

const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
/** A schedule that is always open. */
export const always = {
  ...{ name: 'Always', timeZone: 'UTC' },
  windows: [{ days: everyDay, start: '00:00', end: '24:00' }],
};

interface TeamOfficeOptions {
  /** Of the team. */
  wrapUpSeconds?: number;
  /** Between the words of the member; a second by default. */
  pauseSeconds?: number;
}

/** Makes what members need to take calls. */
export async function openTeamOffice(
  program: Program,
  { wrapUpSeconds = 600, pauseSeconds = 1 }: TeamOfficeOptions = {},
): Promise<TeamOffice> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await temporaryFolder());
  const { asked, url } = await startModel(opened);
  const calls = new Set<SimulatedCall>();
  const customers = new Map<string, PromiseWithResolvers<SimulatedCall>>();
  const customerOf = (number: string) => {
    const known = customers.get(number) ?? Promise.withResolvers<SimulatedCall>();
    customers.set(number, known);
    return known;
  };
  const telephone = await startSimulatedCustomer({
    behaviour: { kind: 'answer', ringMs: 50 },
    onCall: (call) => {
      calls.add(call);
      customerOf(call.calledNumber).resolve(call);
    },
  });
  opened.defer(() => telephone.close());
  const make = async (path: string, body: object) => {
    const answer = await program.request('POST', path, { body });
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.text}`);
    return answer.body;
  };
  await make('/api/provider-keys', { provider: 'openai', apiKey: 'a-key', baseUrl: url });
  const person = { name: 'Mo Moss', email: 'mo@example.com', role: 'Support' };
  const { memberId } = await make('/api/members', person);
  const invitation = await make(`/api/members/${memberId}/invitation`, {});
  const team = { name: 'Sales', members: [{ memberId }], wrapUpSeconds, saysPosition: false };
  const { teamId } = await make('/api/teams', team);
  const { sipAddress } = telephone;
  const { trunkId } = await make('/api/trunks', {
    ...{ name: 'Carrier', host: sipAddress.address, port: sipAddress.port },
    allowedAddresses: [sipAddress.address],
  });
  const { agentId } = await make('/api/agents', {
    ...{ name: 'Ada', prompt: 'You connect callers.', firstMessage: 'Hello, this is Ada.' },
    ...{
      model: { provider: 'openai', model: 'gpt-4.1-mini' },
      transcriber: null,
      limits: { silenceSeconds: 120 },
    },
    tools: [{ type: 'transfer' }],
    transferDestinations: [
      { name: 'sales', type: 'team', destination: teamId, fallback: 'return' },
      { name: 'office', type: 'phone', destination: officeNumber, mode: 'bridged', fallback: 'return' },
    ],
  });
  const number = { phoneNumber: '+12025550123', trunkId, inboundAgentId: agentId };
  const { phoneNumberId } = await make('/api/phone-numbers', number);
  const microphone = join(folder.path, 'member.wav');
  await writeFile(
    microphone,
    await speechOf('Hello, this is Mo. How can I help you today?', 'awb', pauseSeconds),
  );
  const browser = await openChromium(microphoneOf(microphone));
  opened.defer(() => browser.close());
  const member = await browser.newContext({ ...windowOptions, permissions: ['clipboard-write'] });
  const page = await member.newPage();
  await joinConsole(page, { url: program.url, joinUrl: invitation.url });
  await page.close();
  let dialed = 0;
  const dial = async () => {
    const phoneNumber = `+1212555${1000 + ++dialed}`;
    const { callId } = await make(`/api/agents/${agentId}/calls`, { phoneNumber, phoneNumberId });
    return { callId: callId as string, customer: await customerOf(phoneNumber).promise };
  };
  const stack = opened.move();
  return {
    ...{ agentId, teamId, memberId, phoneNumberId, member, asked, dial },
    async transferred() {
      const call = await dial();
      await call.customer.untilSpeech();
      await call.customer.untilSilence(500);
      await call.customer.press('1');
      return call;
    },
    customerOf: (calledNumber) => customerOf(calledNumber).promise,
    async hangUp() {
      for (const call of calls) call.hangUp();
      await Promise.all([...calls].map((call) => call.ended));
      calls.clear();
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Opens the page for calls in a window of its own. */
export async function openTakeCalls(member: BrowserContext, url: string): Promise<Page> {
  const page = await member.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(`${url}/take-calls`);
  await page.getByRole('heading', { level: 1, name: 'Take calls' }).waitFor();
  return page;
}

interface Asked {
  messages: { role: string; content: string }[];
  tools?: unknown[];
}

/** Starts a model with OpenAI's protocol. It transfers to the team once in a call, summarizes, and suggests. */
export async function startModel(opened: AsyncDisposableStack): Promise<{ asked: string[]; url: string }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      asked.push(body);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const parts = answerTo(JSON.parse(body) as Asked);
      response.end(`${parts.join('')}${doneEvent}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
}

function answerTo({ messages, tools = [] }: Asked): string[] {
  const says = (content: string) => [deltaOf({ content }), deltaOf({}, 'stop')];
  const instructions = messages[0]!.content;
  if (instructions.includes('Help the\nmember'))
    return says('The invoice is due on Friday.\nIt can be paid by card.');
  if (tools.length === 0) return says('Ada Lovelace has a question about her invoice.');
  if (messages.some(({ role }) => role === 'tool')) return says('I am back.');
  const call = { name: 'transferCall', arguments: '{"destination":"sales"}' };
  return [
    deltaOf({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: call }] }),
    deltaOf({}, 'tool_calls'),
  ];
}
