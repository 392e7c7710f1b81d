import type { AgentTemplate, TemplateTurn } from '../../src/domains/agent-templates/index.ts';
import type { Scenario } from '../../src/domains/scenarios/index.ts';
import { parseScenario } from './read.ts';

/** Texts of several sentences have pauses where the voice is slow. */
const awaitTurn = { await: 'turn', silenceMs: 2_000 };

/**
 * Returns the sample conversation of a template as a scenario. Its agent is the embedded one as it is, but hears with the
 * simulated transcriber when the customer speaks: the embedded one is slow with whole sentences.
 */
export function templateScenario({
  job,
  direction,
  variables,
  embedded,
  conversation,
  endedReason,
}: AgentTemplate): Scenario {
  const isForwarded = endedReason === 'assistant-forwarded-call';
  const ofCall = variables.filter(({ required }) => required).map(({ name, example }) => [name, example]);
  const name = `template-${job}`;
  const scenario = {
    name,
    direction,
    agent: {
      ...embedded,
      transcriber: { provider: 'simulated' },
      // On a slow machine a filler would be one more turn, and half an answer the end of one.
      conversation: { ...embedded.conversation, fillers: [], endOfTurnMs: 800 },
    },
    variables: Object.fromEntries(ofCall),
    steps: [
      ...(direction === 'outbound' ? [{ say: 'Hello?' }] : []),
      ...conversation.flatMap(stepsOf),
      ...(isForwarded ? [awaitTurn, { wait: 4_000 }, { hangUp: true }] : [{ await: 'end' }]),
    ],
    expect: {
      endedReason,
      transcript: conversation.flatMap((turn) =>
        'agent' in turn ? [{ role: 'bot', contains: beginning(turn.agent) }] : [],
      ),
    },
  };
  return parseScenario(JSON.stringify(scenario), name);
}

function stepsOf(turn: TemplateTurn, index: number, { length }: readonly unknown[]): object[] {
  if ('customer' in turn) return [{ say: turn.customer }];
  if ('presses' in turn) return [{ press: turn.presses }];
  // After the last words the agent ends the call or puts the customer through.
  return index === length - 1 ? [] : [awaitTurn];
}

/** Returns how a turn begins. On a slow machine the customer answers before its end, which is then not in the record. */
function beginning(text: string): string {
  return text.split(' ').slice(0, 6).join(' ');
}
