import { type FieldError, invalid, notFound } from '../../platform/kernel/index.ts';

/** Returns the error for a refused call, from the problems that `queue_campaign_calls` reports. */
export function problemsError(problems: readonly string[]): Error {
  if (problems.includes('agent')) return notFound('agent');
  return invalid(problemFields(problems));
}

/** Returns the failing fields with their messages. */
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
  return {
    field: field === 'schedule-stale' ? 'scheduleId' : field,
    message: words[field.replace('callDefaults.', '')] ?? 'is invalid',
  };
}
