import { z } from 'zod';
import { checkFlow } from '../../../conversation/flow/index.ts';
import { DialogueSchema, PhraseText } from '../../../conversation/providers/scripted/index.ts';
import { ParametersSchema } from './json-schema.ts';
import { StageKnowledge } from './knowledge.ts';
import { checkTemplate } from './template.ts';
import { handedVariables, opening, turns } from './tools.ts';

const stagesMax = 100;

const StageName = z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, {
  error: 'must be letters, digits, _ and -, beginning with a letter, at most 64',
});
const text = (lengthMax: number) => z.string().trim().max(lengthMax).superRefine(checkTemplate);
const choice = z.string().trim().min(1).max(1000);
const keys = z.string().regex(/^[0-9*#]{1,8}$/, { error: 'must be keys of a telephone' });

const ways = ['when', 'choice', 'keys', 'silence', 'failure'] as const;

const Edge = z
  .strictObject({
    to: StageName,
    when: z
      .string()
      .trim()
      .min(1)
      .max(2000)
      .optional()
      .describe('A CEL condition on `vars` and `call`, such as `vars.guests > 6`. Taken as soon as it holds'),
    choice: choice
      .optional()
      .describe('When the model takes it, in words for the model, such as "the caller wants to pay"'),
    keys: keys.optional().describe('Taken when the caller presses these keys, or writes them in a chat'),
    silence: z
      .literal(true)
      .optional()
      .describe('Taken when the caller says nothing, in place of a silence prompt'),
    failure: z.literal(true).optional().describe('Taken when a tool or every model fails'),
  })
  .refine((edge) => ways.filter((way) => edge[way] !== undefined).length === 1, {
    error: `must have exactly one of ${ways.join(', ')}`,
  });

/** The words are not an answer, so they have no slots. */
const GlobalPhrase = PhraseText.refine((text) => !/[{}]/.test(text), { error: 'must not have a slot' });

const Global = z
  .strictObject({
    choice: choice.optional().describe('When the model goes there, in words for the model'),
    phrases: z
      .array(GlobalPhrase)
      .min(1)
      .max(100)
      .optional()
      .describe(
        'The caller goes there by saying one of these, also from a dialogue. No model is asked. Words with `a | b`, `(…)`, `[may be left out]` and `*` for any words',
      ),
    keys: keys.optional().describe('The caller goes there by pressing these keys, also from a dialogue'),
  })
  .refine(({ choice, phrases, keys }) => [choice, phrases, keys].some((way) => way !== undefined), {
    error: 'must have choice, phrases or keys',
  });

const HandOver = z.strictObject({
  agentId: z.string().min(1).max(64).describe('The agent that carries the conversation on'),
  opening,
  history: z
    .enum(['all', 'lastTurns', 'none'])
    .default('all')
    .describe(
      'What the other agent knows of the conversation so far. With `mayReturn` the same goes for the way back',
    ),
  turns,
  variables: handedVariables.describe(
    'Which variables of the call and of the flow the other agent gets; those that it lacks get its defaults',
  ),
  mayReturn: z
    .boolean()
    .default(false)
    .describe(
      'Whether the other agent gets a tool `handBack`. This stage then goes on: its edges count from then on',
    ),
});

const Stage = z
  .strictObject({
    instructions: text(20_000)
      .default('')
      .describe("Added to the agent's `prompt` while the stage lasts. May contain `{{variable}}`"),
    dialogue: DialogueSchema.nullable()
      .default(null)
      .describe('A scripted dialogue that plays without a model; null: the model speaks in this stage'),
    says: text(5000)
      .min(1)
      .nullable()
      .default(null)
      .describe('Said on entry without the model. May contain `{{variable}}`'),
    tools: z
      .array(z.string().min(1).max(64))
      .max(100)
      .nullable()
      .default(null)
      .describe("The names of the agent's tools that may be used here; null: all"),
    knowledge: StageKnowledge.optional().describe(
      "The sources of `/api/knowledge/sources` that are searched while the stage lasts; `all`: every source, `none`: none. Absent: those of the agent's `knowledge`",
    ),
    collects: z
      .array(z.string().min(1).max(64))
      .max(100)
      .default([])
      .describe('The variables that the model is to find out here'),
    edges: z.array(Edge).max(50).default([]).describe('The first that fits is taken'),
    global: Global.nullable()
      .default(null)
      .describe('How the stage is reached from every stage; null: only by edges'),
    finish: z
      .union(
        [
          z.literal('end-call'),
          z.strictObject({ transfer: text(500).min(1) }),
          z.strictObject({ handOver: HandOver }),
        ],
        {
          error:
            'must be "end-call", {"transfer": "the name of one of transferDestinations"} or {"handOver": {"agentId": "…"}}',
        },
      )
      .nullable()
      .default(null)
      .describe(
        'What follows the words of the stage: the end of the call or chat, a transfer, or another agent, which carries the conversation on',
      ),
  })
  .meta({ id: 'AgentFlowStage' });

/** The stages of an agent's conversations. */
export const Flow = z
  .strictObject({
    start: StageName,
    variables: ParametersSchema.default({ type: 'object', properties: {} }).describe(
      'A JSON Schema of type object: what can be found out. Values are checked against it',
    ),
    stages: z.record(StageName, Stage).refine((stages) => Object.keys(stages).length <= stagesMax, {
      error: `must be at most ${stagesMax}`,
    }),
  })
  .superRefine((flow, context) => {
    // The structural checks need valid stages.
    if (context.issues.length > 0) return;
    for (const { path, message } of checkFlow(flow)) context.addIssue({ code: 'custom', path, message });
  })
  .meta({ id: 'AgentFlow' });
export type Flow = z.output<typeof Flow>;
