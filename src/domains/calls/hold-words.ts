/** What a hold for a while says to people. */
export function holdMessage(reason: string, untilAt: string): string {
  return `${holdWords[reason] ?? 'It is not due yet.'} It is looked at next at ${untilAt}.`;
}

/** What a stored hold reason says to people. */
export const holdWords: Record<string, string> = {
  'schedule-closed': 'The schedule does not allow calling at this time.',
  'schedule-never-opens': 'The schedule never opens in the next 400 days.',
  'calling-hours': 'The calling hours where the number is do not allow it at this time.',
  'time-zone-unknown': "The called party's time zone cannot be told from the number.",
  'retry-delay': 'The delay before the next attempt is running.',
  'frequency-cap': 'The customer was called as often as the organization allows.',
  'customer-on-call': 'Another call with the customer is under way.',
  'not-eligible': 'The eligibility webhook does not allow the call yet.',
  'eligibility-unavailable': 'The eligibility webhook could not be asked.',
  'number-suppressed': 'The customer is not to be called; the call ends when its turn comes.',
  'time-of-day': 'The next attempt waits for another part of the day than the last one.',
  'no-trunk': 'The phone number has no trunk to call through.',
  'agent-unprepared': 'The agent cannot be made ready for a call: one of its providers cannot be used.',
  'no-audio': 'No audio port or recording could be opened for the call.',
  'number-limit': 'Every number that the call could be made from was used as often today as it may be.',
  'trunk-limit': 'The trunk takes no more calls at this moment.',
  'circuit-open': 'Too many of the latest attempts failed.',
  'trunk-down': 'The trunk of the phone number cannot be reached.',
};

/** What a cap that is reached says to people. */
export function capWords(of: 'organization' | 'campaign', cap: number): string {
  return `All ${cap} concurrent calls of the ${of} are in use.`;
}
