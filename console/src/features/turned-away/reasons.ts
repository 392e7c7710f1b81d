const reasons: Readonly<Record<string, string>> = {
  'organization-limit': 'all concurrent calls of the organization were in use',
  'trunk-limit': 'all concurrent calls of the trunk were in use',
  'no-agent': 'no agent answers the number',
  'no-provider': 'no provider of the agent was usable',
};

/** Returns why callers were turned away, as the rest of a sentence. */
export function turnedAwayBecause(reason: string | null): string {
  return reasons[reason ?? ''] ?? 'the call could not be taken';
}
