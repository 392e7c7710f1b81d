import { type FieldError, invalid, notFound } from '../../platform/kernel/index.ts';

/** What is wrong with a call that was not queued, as `queue_campaign_calls` says it, in an error for who sent it. */
export function problemsError(problems: readonly string[]): Error {
  if (problems.includes('agent')) return notFound('agent');
  return invalid(problemFields(problems));
}

/** The failing fields with their words. */
export function problemFields(problems: readonly string[]): FieldError[] {
  return problems.map(fieldError);
}

const words: Record<string, string> = {
  scheduleId: 'there is no schedule with this id',
  'schedule-stale': 'the schedule is being changed; try again',
  phoneNumberId: 'there is no phone number with this id',
  callRetryConfigId: 'there is no retry configuration with this id',
  localPresenceEnabled: 'the organization has no local presence phone numbers',
  endCampaignAt: 'must be in the future',
};

function fieldError(problem: string): FieldError {
  const [field = '', limit] = problem.split(':');
  if (field === 'maxConcurrentCalls') {
    return { field, message: `must not exceed the organization's limit of ${limit}` };
  }
  if (field.startsWith('variables.')) return { field: problem, message: 'is required by the agent' };
  return { field: field === 'schedule-stale' ? 'scheduleId' : field, message: words[field] ?? 'is invalid' };
}
