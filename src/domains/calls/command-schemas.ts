import { z } from 'zod';
import { DateTime, FreeObject } from '../../platform/http/index.ts';

const text = (of: string) => z.string().trim().min(1).max(2_000).describe(of);
const when = z
  .enum(['now', 'afterTurn'])
  .default('now')
  .describe(
    '`now` replaces what the agent is saying. `afterTurn` waits until neither side speaks, at most 30 s',
  );

/** The most bytes of a variable's value as JSON. */
const valueBytesMax = 4_096;

const Scalar = z.union([z.string(), z.number(), z.boolean()]);
const VariableValue = z
  .union([Scalar, z.array(Scalar).max(100), FreeObject])
  .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= valueBytesMax, {
    error: `must have at most ${valueBytesMax} bytes as JSON`,
  })
  .describe('A value of the flow’s variable, or of a variable of the call, for its tools and the model');

export const CallCommandInput = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('say'), text: text('Said in the voice of the agent'), when }),
    z.strictObject({
      type: z.literal('whisper'),
      text: text('An instruction that only the model reads, with its next answer'),
    }),
    z.strictObject({
      type: z.literal('setVariable'),
      name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, { error: 'must be the name of a variable' }),
      value: VariableValue,
    }),
    z.strictObject({
      type: z.literal('enterStage'),
      stage: z
        .string()
        .min(1)
        .max(64)
        .describe('A stage of the agent’s flow, where the agent goes on at once'),
    }),
    z.strictObject({ type: z.literal('mute') }),
    z.strictObject({ type: z.literal('unmute') }),
    z.strictObject({
      type: z.literal('playSound'),
      soundId: z.string().min(1).max(64).describe('A sound of the organization'),
      when,
    }),
    z.strictObject({
      type: z.literal('pressKeys'),
      keys: z
        .string()
        .regex(/^[0-9*#A-Dw]{1,64}$/, { error: 'must be 1 to 64 of 0123456789*#ABCD, and w for a pause' })
        .describe('Pressed in the call. A `w` is a pause of 500 ms'),
    }),
    z.strictObject({
      type: z.literal('transfer'),
      destination: z.string().min(1).max(200).describe('The name of a transfer destination of the agent'),
      message: text('Said before; null: nothing').nullable().default(null),
    }),
    z.strictObject({
      type: z.literal('end'),
      message: text('Said before; null: nothing').nullable().default(null),
    }),
  ])
  .meta({ id: 'CallCommandInput' });
export type CallCommandInput = z.output<typeof CallCommandInput>;

export const commandStates = ['waiting', 'begun', 'done', 'refused', 'expired', 'unknown'] as const;

export const CallCommand = z
  .object({
    callId: z.string(),
    sequence: z.int().describe('From 1. The commands of a call begin in this order'),
    memberId: z.string().describe('Who gave it: the signed-in member, or the owner of the API key'),
    memberName: z
      .string()
      .nullable()
      .describe('The name of the member, or the e-mail address; null for a former member'),
    command: CallCommandInput,
    state: z
      .enum(commandStates)
      .describe(
        '`waiting`: not begun. `begun`: being carried out. `refused`: not possible, see `detail`. `expired`: the call ended before, or 30 s passed. `unknown`: the process that carried the call died meanwhile',
      ),
    detail: z.string().nullable().describe('What became of it, or why it was refused'),
    createdAt: DateTime,
    endedAt: DateTime.nullable(),
  })
  .meta({ id: 'CallCommand' });
export type CallCommand = z.output<typeof CallCommand>;

export const CallCommands = z.object({ commands: z.array(CallCommand) }).meta({ id: 'CallCommands' });
