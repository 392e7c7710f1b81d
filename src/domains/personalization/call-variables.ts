import { normalizePhoneNumber } from '../../platform/kernel/index.ts';
import type { BuiltInVariable } from '../agents/index.ts';
import { customerZones } from '../schedules/index.ts';

/** The facts behind a call's built-in variables; null when unknown. */
export interface CallFacts {
  callId: string | null;
  /** E.164, or the caller's identity as received when it is not a number. */
  customerNumber: string | null;
  /** The organization's own number (E.164). */
  agentNumber: string | null;
  /** The customer's time zone, if the call states it. */
  timeZone?: string | null;
  /** What the agent knows of the customer from earlier conversations; empty: nothing. Null when it has no memory. */
  memory: string | null;
  nowMs: number;
}

/** The origin of a variable's value. */
export type ValueSource = 'call' | 'personalization' | 'default' | 'built-in';

/** The sources of an agent's variables. */
interface VariableInputs {
  agent: { variables: readonly { name: string; default: unknown }[] };
  facts: CallFacts;
  /** The variables of the call. */
  call: Record<string, unknown>;
  /** The personalization pushed for the caller of an inbound call. */
  pushed: Record<string, unknown>;
}

/**
 * Returns the values of an agent's variables and their origins. Precedence: pushed data, the call's variables, the
 * agent's defaults, built-in variables. The memory of an agent that has one comes before all: another agent may have handed
 * over its own, and the call may carry an earlier state.
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
  if (facts.memory !== null) values.set('memory', { value: facts.memory, source: 'built-in' });
  return values;
}

/** Returns the values without their origins, for filling texts. */
export function valuesOfVariables(inputs: VariableInputs): Record<string, unknown> {
  return Object.fromEntries([...sourcesOfValues(inputs)].map(([name, { value }]) => [name, value]));
}

/** Date and time are in the customer's time zone if the number has exactly one, else UTC. */
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
    memory: facts.memory,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

function zoneOf(customerNumber: string | null): string {
  const number = normalizePhoneNumber(customerNumber ?? '');
  const zones = 'e164' in number ? customerZones(number.e164) : [];
  return zones.length === 1 ? zones[0]! : 'UTC';
}

/** Cached per time zone, because creating a format takes far longer than using it. */
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
