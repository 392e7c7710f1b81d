import { z } from 'zod';

const Source = z.object({
  citation: z.string().describe('The statute or regulation with its section'),
  asOf: z.string().describe('The date of the source text, YYYY-MM-DD'),
  writtenFrom: z
    .enum(['text', 'summaries'])
    .describe('`text`: the text of the law; `summaries`: secondary sources, which should be checked'),
});

const Rule = z
  .object({
    ruleId: z.string(),
    name: z.string(),
    regions: z.array(z.string()).describe('ISO 3166 codes of the countries or states where it applies'),
    windows: z
      .array(z.object({ days: z.array(z.string()), start: z.string(), end: z.string() }))
      .describe("When calls are allowed, on the called person's clock"),
    holidays: z
      .array(z.object({ name: z.string(), dates: z.array(z.string()) }))
      .describe('Days without calls, in this and the next year'),
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
