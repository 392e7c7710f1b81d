import { z } from 'zod';
import { Condition } from './condition.ts';
import { wholeName } from './names.ts';
import { PhraseError, parsePhrase } from './phrase.ts';
import { SlotTypeSchema } from './slots/index.ts';
import { namesIn } from './template.ts';
import { wordsOf } from './words.ts';

const NodeName = z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, {
  error: 'must be letters, digits, _ and -, beginning with a letter',
});
const SlotName = z
  .string()
  .regex(wholeName, { error: 'must be letters, digits and _, not beginning with a digit' });

const Template = (lengthMax: number) =>
  z
    .string()
    .max(lengthMax)
    .superRefine((text, context) => {
      for (const found of namesIn(text).malformed) {
        context.addIssue({ code: 'custom', message: `has ${found}, which is not a variable` });
      }
    });
const Text = Template(3_000).min(1).describe('The spoken text; may contain {{variable}} and {{slot}}');

/** A phrase of words, alternatives and slots. */
export const PhraseText = z
  .string()
  .min(1)
  .max(500)
  .superRefine((text, context) => {
    try {
      parsePhrase(text);
    } catch (error) {
      if (!(error instanceof PhraseError)) throw error;
      context.addIssue({ code: 'custom', message: error.message });
    }
  })
  .describe('Words with `a | b`, `(…)`, `[may be left out]`, `*` for any words, `{slot}`');

const Keywords = z
  .string()
  .max(200)
  .refine((text) => wordsOf(text).length > 0, { error: 'has no word in it' })
  .describe('Words that must all be said, in any order; other words may be among them');

const Question = z
  .string()
  .max(500)
  .refine((text) => wordsOf(text).length > 0, { error: 'has no word in it' });

const Values = z.record(SlotName, z.union([Template(1000), z.number(), z.boolean(), z.null()]));

const Option = z
  .strictObject({
    phrases: z
      .array(PhraseText)
      .max(100)
      .default([])
      .describe('Match when the whole utterance is one of these'),
    keywords: z.array(Keywords).max(100).default([]),
    questions: z
      .array(Question)
      .max(100)
      .default([])
      .describe('Questions in plain English. Other wordings match by the words that distinguish them'),
    keys: z
      .array(z.string().regex(/^[0-9*#]{1,8}$/, { error: 'must be keys of a telephone' }))
      .max(12)
      .default([]),
    set: Values.default({}),
    goto: NodeName.optional(),
    repeat: z.boolean().default(false).describe('Says the node again instead of continuing'),
  })
  .refine(
    ({ phrases, keywords, questions, keys }) => [phrases, keywords, questions, keys].flat().length > 0,
    {
      error: 'must have phrases, keywords, questions or keys',
    },
  )
  .refine(({ goto, repeat }) => (goto === undefined) === repeat, {
    error: 'must have either goto or repeat',
  });

const Fallback = z
  .strictObject({
    says: z.array(Text).max(10).default([]).describe('Said at the first failure in a row, the second, …'),
    repeat: z.boolean().default(true).describe('Whether the text of the node follows'),
    goto: NodeName.nullable()
      .default(null)
      .describe('The next node after all of `says` have been said. Without it the last of them is repeated'),
  })
  .refine(({ says, goto }) => says.length > 0 || goto !== null, { error: 'must have says or goto' });
export type Fallback = z.output<typeof Fallback>;

const Listen = z
  .strictObject({
    options: z.array(Option).max(100).default([]).describe('The first match is taken'),
    slot: SlotName.optional().describe('Filled from what is said or pressed when no option fits'),
    goto: NodeName.optional().describe('The next node when the slot is filled'),
    noMatch: Fallback.optional(),
    noInput: Fallback.optional(),
  })
  .refine(({ slot, goto }) => (slot === undefined) === (goto === undefined), {
    error: 'must have slot and goto together',
  })
  .refine(({ options, slot }) => options.length > 0 || slot !== undefined, {
    error: 'must have options or a slot',
  });

const Call = z.strictObject({
  tool: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'is not the name of a tool' }),
  arguments: z
    .record(z.string().max(100), z.unknown())
    .default({})
    .describe('JSON with {{name}} in its texts'),
  result: z
    .record(SlotName, z.string().max(200))
    .default({})
    .describe('Slots from the result by path, such as `order.items.0.name`; an empty path is all of it'),
  onSuccess: NodeName,
  onFailure: NodeName.describe(
    'The next node when the tool fails: its result has an `error`, or the agent has no such tool',
  ),
});

const Branch = z
  .array(z.strictObject({ if: Condition, goto: NodeName }))
  .min(1)
  .max(50);

const Transfer = z.strictObject({
  destination: Template(500).min(1),
  onFailure: NodeName,
});

const steps = ['listen', 'branch', 'call', 'goto', 'transfer', 'end', 'stage'] as const;

const Node = z
  .strictObject({
    say: Text.optional(),
    set: Values.default({}).describe(
      'Slots that get a value when the node is entered, before anything is said',
    ),
    listen: Listen.optional(),
    branch: Branch.optional(),
    otherwise: NodeName.optional().describe('The next node when no condition of the branch holds'),
    call: Call.optional(),
    goto: NodeName.optional(),
    transfer: Transfer.optional(),
    end: z.literal(true).optional(),
    stage: NodeName.optional().describe(
      'Ends the dialogue and enters this stage of the flow. Slots with the name of a variable become variables',
    ),
  })
  .refine((node) => steps.filter((step) => node[step] !== undefined).length === 1, {
    error: `must have exactly one of ${steps.join(', ')}`,
  })
  .refine((node) => (node.branch === undefined) === (node.otherwise === undefined), {
    path: ['otherwise'],
    error: 'belongs to a branch, and every branch has one',
  });
export type Node = z.output<typeof Node>;

/** The fields of a dialogue. `DialogueSchema` also checks the structure of its nodes. */
export const DialogueFields = z.strictObject({
  start: NodeName,
  slots: z.record(SlotName, SlotTypeSchema).default({}),
  anywhere: z
    .array(Option)
    .max(50)
    .default([])
    .describe('Options that every listening node has after its own'),
  noMatch: Fallback.default({ says: ['Sorry, I did not get that.'], repeat: true, goto: null }),
  noInput: Fallback.default({ says: ['Are you still there?'], repeat: true, goto: null }),
  endTool: z.string().max(64).default('endCall').describe('The tool that ends the call'),
  transferTool: z.string().max(64).default('transferCall').describe('The tool that transfers the call'),
  nodes: z
    .record(NodeName, Node)
    .refine((nodes) => Object.keys(nodes).length <= 500, { error: 'must be at most 500' }),
});

export type Dialogue = z.output<typeof DialogueFields>;
export type ListenOption = Dialogue['anywhere'][number];
