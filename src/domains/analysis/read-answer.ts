import { z } from 'zod';
import { schemaIssue } from '../../platform/http/index.ts';
import { storable } from '../../platform/kernel/index.ts';
import type { AnalysisPlan } from '../agents/index.ts';
import { type Findings, foundOut, type TranscriptEntry } from '../calls/index.ts';
import type { Learned } from '../customer-memory/index.ts';
import { readLearned } from './memory.ts';
import { type Questions, sentiments } from './request.ts';
import { BadAnswer } from './tries.ts';

const Outcome = z.object({
  passed: z.boolean(),
  reason: z.string().max(10_000),
  positions: z.array(z.int()).max(1000).default([]),
});

/** What a model's answer says. */
export interface Read {
  findings: Findings;
  /** Null when the analysis writes no facts about the customer. */
  learned: Learned | null;
}

/** Reads a model's answer. Throws a BadAnswer that names the problem; another try may help. */
export async function readAnswer(
  text: string,
  { plan, memory }: Questions,
  transcript: readonly TranscriptEntry[],
): Promise<Read> {
  const answer = await answerOf(plan).safeParseAsync(jsonIn(text));
  if (!answer.success) {
    const [issue] = answer.error.issues;
    throw new BadAnswer(
      `the model's answer is wrong at ${issue?.path.join('.') || 'its top'}: ${issue?.message}`,
    );
  }
  const { summary = null, sentiment, data = null, rubrics } = answer.data;
  const found = foundOut(transcript);
  const isJudged = plan.sentiment || plan.rubrics.length > 0;
  return {
    findings: {
      summary,
      // What a flow found out was checked with the customer.
      analysis: found === null ? data : { ...data, ...found },
      qa: isJudged ? qaOf(sentiment, rubrics ?? {}, transcript) : null,
    },
    learned: memory && readLearned(answer.data.memory, memory, transcript),
  };
}

type Outcomes = Record<string, z.output<typeof Outcome>>;

function qaOf(
  sentiment: string | undefined,
  rubrics: Outcomes,
  transcript: readonly TranscriptEntry[],
): Findings['qa'] {
  const outcomes = Object.entries(rubrics).map(([name, { passed, reason, positions }]) => {
    const places = positions.flatMap((n) => transcript[n] ?? []).map((entry) => entry.secondsFromStart);
    return [name, { passed, reason, secondsFromStart: places }] as const;
  });
  return {
    overallPassed: outcomes.every(([, { passed }]) => passed),
    sentiment: sentiment ?? 'not assessed',
    rubricOutcomes: Object.fromEntries(outcomes),
  };
}

/** Drops fields that were not requested, which models may add. */
const unwanted = z.unknown().transform(() => undefined);

function answerOf(plan: AnalysisPlan) {
  const names = plan.rubrics.map(({ name }) => name);
  return z.object({
    summary: plan.summary ? z.string().max(10_000) : unwanted.optional(),
    sentiment: plan.sentiment ? z.enum(sentiments) : unwanted.optional(),
    data: plan.structuredDataSchema ? dataOf(plan.structuredDataSchema) : unwanted.optional(),
    rubrics:
      names.length > 0
        ? z.object(Object.fromEntries(names.map((name) => [name, Outcome])))
        : unwanted.optional(),
    memory: z.unknown().optional(),
  });
}

/** Accepts any object when the plan's schema cannot be understood. That is not the model's fault. */
function dataOf(schema: Record<string, unknown>) {
  return z.record(z.string(), z.unknown()).superRefine(async (data, context) => {
    const issue = await schemaIssue(schema, data);
    if (issue) context.addIssue({ code: 'custom', ...issue });
  });
}

/** Returns the text from the first brace to the last, because models often put JSON between fences or words. */
function jsonIn(text: string): unknown {
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  try {
    return storable(JSON.parse(json));
  } catch {
    throw new BadAnswer("the model's answer is not JSON");
  }
}
