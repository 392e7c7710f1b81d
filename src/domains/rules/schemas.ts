import { z } from 'zod';

const Source = z.object({
  citation: z.string().describe('The statute or regulation with its section'),
  asOf: z.string().describe('The date of what the rule was made from, YYYY-MM-DD'),
  writtenFrom: z
    .enum(['text', 'summaries'])
    .describe('`text`: the text of the law; `summaries`: what others say of it, which wants to be checked'),
});

const Rule = z
  .object({
    ruleId: z.string(),
    name: z.string(),
    regions: z.array(z.string()).describe('Where it holds: ISO 3166 codes of countries or states'),
    windows: z
      .array(z.object({ days: z.array(z.string()), start: z.string(), end: z.string() }))
      .describe('When calls are allowed, on the wall clock of who is called'),
    holidays: z
      .array(z.object({ name: z.string(), dates: z.array(z.string()) }))
      .describe('Days without calls, in this year and the next'),
    sources: z.array(Source),
    note: z.string().nullable(),
  })
  .meta({ id: 'CallingHoursRule' });

export const RulePackList = z
  .object({
    rulePacks: z.array(
      z
        .object({ rulePackId: z.string(), name: z.string(), description: z.string(), rules: z.array(Rule) })
        .meta({ id: 'RulePack' }),
    ),
  })
  .meta({ id: 'RulePackList' });
export type RulePackList = z.output<typeof RulePackList>;
