import { normalizePhoneNumber } from '../../platform/kernel/index.ts';
import type { BuiltInVariable } from '../agents/index.ts';
import { customerZones } from '../schedules/index.ts';

/** What a call is known by: what its built-in variables are made of. Null where it is not known. */
export interface CallFacts {
  callId: string | null;
  /** E.164, or what the caller was called where it is no number. */
  customerNumber: string | null;
  /** E.164: the organization's own. */
  agentNumber: string | null;
  /** Where the customer is, as the call says it. */
  timeZone?: string | null;
  nowMs: number;
}

/** Where the value of a variable comes from. */
export type ValueSource = 'call' | 'personalization' | 'default' | 'built-in';

/** What an agent's variables are filled from. */
interface VariableInputs {
  agent: { variables: readonly { name: string; default: unknown }[] };
  facts: CallFacts;
  /** What the call brings. */
  call: Record<string, unknown>;
  /** What was pushed for the caller of an inbound call. */
  pushed: Record<string, unknown>;
}

/**
 * The values of an agent's variables in a call, and where each comes from: what was pushed goes before what the call
 * brings, that before the agent's defaults, and those before what every call has by itself.
 */
export function sourcesOfValues({
  agent,
  facts,
  call,
  pushed,
}: VariableInputs): Map<string, { value: unknown; source: ValueSource }> {
  const defaults = agent.variables.filter((variable) => variable.default !== null);
  const layers: [ValueSource, Record<string, unknown>][] = [
    ['built-in', builtInValues(facts)],
    ['default', Object.fromEntries(defaults.map((variable) => [variable.name, variable.default]))],
    ['call', call],
    ['personalization', pushed],
  ];
  const values = new Map<string, { value: unknown; source: ValueSource }>();
  for (const [source, layer] of layers) {
    for (const [name, value] of Object.entries(layer)) values.set(name, { value, source });
  }
  return values;
}

/** The values alone, as texts are filled with them. */
export function valuesOfVariables(inputs: VariableInputs): Record<string, unknown> {
  return Object.fromEntries([...sourcesOfValues(inputs)].map(([name, { value }]) => [name, value]));
}

/** Date and time are the customer's where the number tells one time zone, else UTC. */
function builtInValues(facts: CallFacts): Record<string, unknown> {
  const { callId, customerNumber, agentNumber, nowMs } = facts;
  const timeZone = facts.timeZone ?? zoneOf(customerNumber);
  const parts = clockOf(timeZone).formatToParts(nowMs);
  const part = (type: string) => parts.find((one) => one.type === type)!.value;
  const values: Record<BuiltInVariable, string | null> = {
    customerNumber,
    agentNumber,
    callId,
    date: `${part('year')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}`,
    timeZone,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

function zoneOf(customerNumber: string | null): string {
  const number = normalizePhoneNumber(customerNumber ?? '');
  const zones = 'e164' in number ? customerZones(number.e164) : [];
  return zones.length === 1 ? zones[0]! : 'UTC';
}

/** One a time zone, because making one takes far longer than using it. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-CA', {
    ...({ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const),
    ...({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const),
  });
  clocks.set(timeZone, clock);
  return clock;
}
