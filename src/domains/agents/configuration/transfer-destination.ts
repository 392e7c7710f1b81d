import { z } from 'zod';
import { e164Problem, hostProblem } from '../../../platform/kernel/index.ts';
import { parseUri } from '../../../telephony/sip/syntax/index.ts';
import { dialability, neverDialable } from '../../rules/index.ts';

const name = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'must be letters, digits, _ and -, at most 64' })
  .refine((text) => text !== 'return' && text !== 'end', { error: 'must not be return or end' })
  .describe('The name by which the model chooses it');

/** A destination that calls can be transferred to. */
export const TransferDestination = z
  .strictObject({
    name,
    description: z.string().max(1000).nullable().default(null).describe('When to choose it, for the model'),
    type: z.enum(['phone', 'sip', 'team']),
    destination: z.string().max(400).describe('A number in E.164, a SIP URI, or the id of a team of members'),
    skills: z
      .array(z.string().min(1).max(40))
      .max(20)
      .default([])
      .describe('With a team: only members who have all of these skills get the call'),
    mode: z
      .enum(['blind', 'bridged', 'warm'])
      .default('blind')
      .describe(
        'blind: the carrier transfers the call (REFER); bridged: Parley dials the destination and connects both; warm: bridged, after a spoken summary. A team ignores it: its members see the summary',
      ),
    summaryPrompt: z
      .string()
      .max(10_000)
      .nullable()
      .default(null)
      .describe('Instructions for the summary of a warm transfer or for a team; null: the default'),
    fallback: z
      .string()
      .max(64)
      .default('return')
      .describe(
        'What happens when the transfer fails: `return` to the agent, `end` the call, or the name of another destination',
      ),
  })
  .superRefine(({ type, destination, skills, mode, summaryPrompt }, context) => {
    const fail = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    const problem = problems[type](destination);
    if (problem !== null) fail('destination', problem);
    if (type !== 'team' && skills.length > 0) fail('skills', 'is only allowed with type team');
    if (type !== 'team' && summaryPrompt !== null && mode !== 'warm')
      fail('summaryPrompt', 'is only allowed with mode warm or type team');
  })
  .meta({ id: 'AgentTransferDestination' });
export type TransferDestination = z.output<typeof TransferDestination>;

/** Why a text is no destination of the type, or null. Whether the team exists is checked with the database. */
const problems: Record<'phone' | 'sip' | 'team', (text: string) => string | null> = {
  phone: phoneProblem,
  sip: sipUriProblem,
  team: (text) => (text === '' ? 'must be the id of a team' : null),
};

/** Returns why a text is not a number that calls can be transferred to, or null. */
function phoneProblem(text: string): string | null {
  if (!/^\+[1-9]\d{1,14}$/.test(text)) return e164Problem;
  const never = neverDialable(dialability(text, []));
  return never === null ? null : `cannot be called. ${never}`;
}

/** Returns why a text is not a SIP URI that calls can be transferred to, or null. The user part is judged elsewhere. */
function sipUriProblem(text: string): string | null {
  const uri = parseUri(text);
  if (uri?.user == null || !/^sips?$/.test(uri.scheme)) {
    return 'must be a SIP URI, such as sip:sales@example.com';
  }
  const host = hostProblem(uri.host.replaceAll(/^\[|\]$/g, ''));
  if (host !== null) return `has a host that ${host}`;
  // The part after a question mark would become headers of the request (RFC 3261 §19.1.1).
  if (text.includes('?', text.indexOf('@'))) return 'must not contain headers (the part after ?)';
  return null;
}
