import { randomInt } from 'node:crypto';
import type { Scenario } from '../../src/domains/scenarios/index.ts';
import type { Api } from '../demo/api.ts';

/** What a call of a scenario needs in the service. */
export interface Stage {
  agentId: string;
  phoneNumberId: string;
  /** The number of the agent, and that of the customer. */
  ownNumber: string;
  customerNumber: string;
  /** Removes what was made. */
  remove(): Promise<void>;
}

/** Makes the agent, a trunk to the customer and a number for one scenario. */
export async function prepare(
  api: Api,
  scenario: Scenario,
  customerSip: { address: string; port: number },
  httpUrl: string,
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
    const agentId =
      scenario.agentId ?? (await make('/api/agents', 'agentId', { name: scenario.name, ...agent }));
    const trunkId = await make('/api/trunks', 'trunkId', {
      name: `Scenario ${scenario.name}`.slice(0, 100),
      host: customerSip.address,
      port: customerSip.port,
      allowedAddresses: [customerSip.address],
      ...(scenario.codecs ? { codecs: scenario.codecs } : {}),
    });
    const ownNumber = ownedByNobody();
    const number = { phoneNumber: ownNumber, trunkId, inboundAgentId: agentId };
    const phoneNumberId = await make('/api/phone-numbers', 'phoneNumberId', number);
    return { agentId, phoneNumberId, ownNumber, customerNumber: ownedByNobody(), remove };
  } catch (error) {
    await remove().catch(() => undefined);
    throw error;
  }
}

/** Area codes that exist, so that nothing takes a number for wrong. */
const areaCodes = ['202', '206', '212', '213', '305', '312', '404', '415', '503', '617', '702', '713'];

const lastDigits = 100;
/** Where the numbers of this process begin, so that those of two processes are hardly ever the same. */
let nextNumber = randomInt(0, areaCodes.length * lastDigits);

/**
 * A number that belongs to nobody (555-01xx is reserved), and to no other scenario of this process: a call from it
 * would use up what was pushed for this one's.
 */
function ownedByNobody(): string {
  const number = nextNumber++;
  const last = String(number % lastDigits).padStart(2, '0');
  return `+1${areaCodes[Math.floor(number / lastDigits) % areaCodes.length]}55501${last}`;
}
