import { randomInt, randomUUID } from 'node:crypto';
import type { Scenario } from '../../src/domains/scenarios/index.ts';
import type { Api } from '../demo/api.ts';

/** The resources of one scenario in the service. */
export interface Stage {
  agentId: string;
  phoneNumberId: string;
  /** The numbers of agent and customer. */
  ownNumber: string;
  customerNumber: string;
  /** Removes the resources. */
  remove(): Promise<void>;
}

/** The addresses of one scenario's customer and services. */
interface Addresses {
  customerSip: { address: string; port: number };
  /** The HTTP service for tools. */
  httpUrl: string;
  /** The stub of transcriber and voice; `null` when the agent uses none. */
  speechUrl: string | null;
}

/** The provider of a scenario's agent that stands for the stub, and the vendor whose protocol the stub speaks. */
const simulated = 'simulated';
const defaultVendor = 'deepgram';

/** Returns whether the agent's transcriber or voice is the stub. */
export function usesSimulatedSpeech({ agent }: Scenario): boolean {
  return [agent?.transcriber, agent?.voice].some(isSimulated);
}

function isSimulated(settings: unknown): settings is { vendor?: string } {
  return (settings as { provider?: unknown } | null | undefined)?.provider === simulated;
}

/** Creates an agent, a trunk to the customer and a number for one scenario, and a provider key for its stub. */
export async function prepare(
  api: Api,
  scenario: Scenario,
  { customerSip, httpUrl, speechUrl }: Addresses,
): Promise<Stage> {
  const made: string[] = [];
  const make = async <Id extends string>(path: string, id: Id, body: unknown): Promise<string> => {
    const answer = await api.post<Record<Id, string>>(path, body);
    made.unshift(`${path}/${answer[id]}`);
    return answer[id];
  };
  const remove = async () => {
    for (const path of made) await api.delete(path);
  };
  try {
    const agent = JSON.parse(JSON.stringify(scenario.agent ?? null).replaceAll('$HTTP', httpUrl));
    if (speechUrl !== null) {
      for (const kind of ['transcriber', 'voice'].filter((name) => isSimulated(agent[name]))) {
        const { vendor: provider = defaultVendor, ...settings } = agent[kind];
        const key = `scenario-${randomUUID()}`;
        await make('/api/provider-keys', 'providerKeyId', { provider, name: key, baseUrl: speechUrl });
        agent[kind] = { ...settings, provider, key };
      }
    }
    const agentId =
      scenario.agentId ?? (await make('/api/agents', 'agentId', { name: scenario.name, ...agent }));
    const trunkId = await make('/api/trunks', 'trunkId', {
      name: `Scenario ${scenario.name}`.slice(0, 100),
      host: customerSip.address,
      port: customerSip.port,
      allowedAddresses: [customerSip.address],
      ...(scenario.codecs ? { codecs: scenario.codecs } : {}),
    });
    const ownNumber = unusedNumber();
    const number = { phoneNumber: ownNumber, trunkId, inboundAgentId: agentId };
    const phoneNumberId = await make('/api/phone-numbers', 'phoneNumberId', number);
    return { agentId, phoneNumberId, ownNumber, customerNumber: unusedNumber(), remove };
  } catch (error) {
    await remove().catch(() => undefined);
    throw error;
  }
}

/** Existing area codes, so that the numbers are valid. */
const areaCodes = ['202', '206', '212', '213', '305', '312', '404', '415', '503', '617', '702', '713'];

const lastDigits = 100;
/** The first number of this process; random, so that two processes rarely use the same numbers. */
let nextNumber = randomInt(0, areaCodes.length * lastDigits);

/**
 * Returns a reserved number (555-01xx) that no other scenario of this process uses. A call of another scenario from the
 * same number would consume the data pushed for this one.
 */
function unusedNumber(): string {
  const number = nextNumber++;
  const last = String(number % lastDigits).padStart(2, '0');
  return `+1${areaCodes[Math.floor(number / lastDigits) % areaCodes.length]}55501${last}`;
}
