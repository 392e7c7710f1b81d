import { z } from 'zod';

/** The longest texts of the customer, and the most of them. */
const sayingsMax = 3;
const sayingLengthMax = 300;

const faultKind = z
  .enum(['hangs', 'fails', 'breaksOff'])
  .describe(
    'hangs: it never answers. fails: it answers 500. breaksOff: it fails in the middle of an answer, of a sentence, or of what the customer says',
  );

export const DrillAgent = z
  .strictObject({
    providers: z
      .enum(['stubs', 'real'])
      .default('stubs')
      .describe(
        'stubs: no vendor is asked, and the drill costs nothing. real: the vendors of the agent are asked with the stored keys, and bill it',
      ),
    faults: z
      .array(faultKind)
      .min(1)
      .max(3)
      .default(['hangs', 'fails', 'breaksOff'])
      .describe('The faults of each provider; fewer of them make a drill shorter'),
    draft: z.boolean().default(false).describe('Plays the draft, if there is one'),
    variables: z
      .record(z.string().max(64), z.union([z.string().max(1000), z.number(), z.boolean()]))
      .default({})
      .describe('The variables of the calls'),
    customerSays: z
      .array(z.string().trim().min(1).max(sayingLengthMax))
      .min(1)
      .max(sayingsMax)
      .default(['Hello. Can you help me, please?'])
      .describe('What the customer says, one text after each turn of the agent'),
  })
  .meta({ id: 'DrillAgent' });
export type DrillAgent = z.output<typeof DrillAgent>;

const kind = z.enum(['model', 'voice', 'transcriber']);
const position = z.int().describe("1 for the agent's own provider, 2 for its first fallback");

const DrillProvider = z
  .object({
    kind,
    position,
    provider: z.string(),
    model: z.string().nullable().describe('null: the provider has one, or its default is used'),
    isReal: z.boolean().describe('Whether the drill asked the provider itself, and not a stub'),
    requests: z.int().describe('The requests that it was sent during the drill; 0 for a stub'),
  })
  .meta({ id: 'DrillProvider' });
export type DrillProvider = z.output<typeof DrillProvider>;

const DrillFault = z
  .object({
    kind,
    position: position.describe('The providers of this kind up to this position failed'),
    provider: z.string().describe('The provider at that position'),
    fault: faultKind,
  })
  .meta({ id: 'DrillFault' });
export type DrillFault = z.output<typeof DrillFault>;

const DrillCall = z
  .object({
    fault: DrillFault.nullable().describe('null: nothing failed'),
    outcome: z
      .enum(['completed', 'not-completed', 'not-played'])
      .describe(
        'completed: the agent answered everything that the customer said. not-played: the time of the drill was over',
      ),
    heard: z.array(z.string()).describe('What the caller heard of the agent, in order'),
    longestSilenceMs: z
      .int()
      .describe('The longest time for which the caller heard nothing while waiting for the agent'),
    model: z.string().nullable().describe('The provider whose model answered last; null: none'),
    voice: z.string().nullable().describe('The provider whose voice spoke last; null: none'),
    transcriber: z.string().nullable().describe('The provider that understood the customer last; null: none'),
    endedReason: z.string().nullable().describe('How the call ended, as in a call record'),
    why: z.array(z.string()).describe('What `why` of a real call would say about its providers'),
  })
  .meta({ id: 'DrillCall' });
export type DrillCall = z.output<typeof DrillCall>;

export const AgentDrill = z
  .object({
    agentId: z.string(),
    version: z.int().nullable().describe('The version that was played; null: the draft'),
    tookMs: z.int(),
    providers: z.array(DrillProvider).describe('The chains of the agent, in the order of asking'),
    unusable: z
      .array(z.object({ provider: z.string(), message: z.string() }))
      .describe('Providers that no call can use, for example because their key is missing'),
    calls: z.array(DrillCall).describe('One call without a fault, then one for each fault'),
  })
  .meta({ id: 'AgentDrill' });
export type AgentDrill = z.output<typeof AgentDrill>;
