import type { ApiWorld, RequestOptions } from './api-world.ts';

/** The resources that a call needs: number, agent and schedule. */
export interface Dialing {
  trunkId: string;
  agentId: string;
  phoneNumberId: string;
  phoneNumber: string;
  /** A schedule that is always open. */
  scheduleId: string;
}

const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
export const alwaysOpen = {
  name: 'Always',
  timeZone: 'UTC',
  windows: [{ days: everyDay, start: '00:00', end: '24:00' }],
};
/** Windows that are open for one minute on the first of January of next year. */
export const nearlyNeverOpen = {
  name: 'New Year',
  timeZone: 'UTC',
  windows: [],
  exceptions: [
    { date: `${new Date().getUTCFullYear() + 1}-01-01`, windows: [{ start: '12:00', end: '12:01' }] },
  ],
};

let lastNumber = 2_025_550_100;

/** Returns a number for the organization that no other test uses. */
export function newOwnNumber(): string {
  return `+1${lastNumber++}`;
}

/** Creates a resource through the API, and returns the answer. Throws a refusal. */
export async function make(
  request: ApiWorld['request'],
  path: string,
  body: unknown,
  options: RequestOptions = {},
) {
  const answer = await request('POST', path, { ...options, body });
  if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status} ${answer.text}`);
  return answer.body;
}

export interface DialingOptions extends RequestOptions {
  /** Fields of the agent. */
  agent?: Record<string, unknown>;
  /** Fields of the trunk, whose host is loopback by default. */
  trunk?: Record<string, unknown>;
  phoneNumber?: string;
}

/** Creates a trunk, an agent with the required variable `firstName`, a number, and a schedule that is always open. */
export async function setUpDialing(
  request: ApiWorld['request'],
  { agent = {}, trunk = {}, phoneNumber = newOwnNumber(), ...options }: DialingOptions = {},
): Promise<Dialing> {
  const trunkBody = { name: 'Carrier', host: '127.0.0.1', ...trunk };
  const { trunkId } = await make(request, '/api/trunks', trunkBody, options);
  const agentBody = { name: 'Anna', prompt: 'Greet {{firstName}}.', firstMessage: 'Hello.', ...agent };
  const { agentId } = await make(request, '/api/agents', agentBody, options);
  const numberBody = { phoneNumber, trunkId, inboundAgentId: agentId };
  const { phoneNumberId } = await make(request, '/api/phone-numbers', numberBody, options);
  const { scheduleId } = await make(request, '/api/schedules', alwaysOpen, options);
  return { trunkId, agentId, phoneNumberId, phoneNumber, scheduleId };
}
