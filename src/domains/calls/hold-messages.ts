/** Returns the message of a hold until `untilAt`. */
export function holdMessage(reason: string, untilAt: string): string {
  return `${holdMessages[reason] ?? 'The call is not due yet.'} Parley checks the call again at ${untilAt}.`;
}

/** The message of each hold reason. */
export const holdMessages: Record<string, string> = {
  'schedule-closed': 'The schedule does not allow calling at this time.',
  'schedule-never-opens': 'The schedule never opens in the next 400 days.',
  'calling-hours': "The calling hours at the number's location do not allow calling at this time.",
  'time-zone-unknown': "The customer's time zone cannot be determined from the number.",
  'retry-delay': 'The delay before the next attempt is not over.',
  'frequency-cap': 'The customer was called as often as the organization allows.',
  'customer-on-call': 'Another call with the customer is in progress.',
  'not-eligible': 'The eligibility webhook does not allow the call yet.',
  'eligibility-unavailable': 'The eligibility webhook could not be asked.',
  'number-suppressed': "The customer's number is suppressed. The call ends when its turn comes.",
  'time-of-day': 'The next attempt waits for another part of the day than the last one.',
  'no-trunk': 'The phone number has no trunk to call through.',
  'agent-unprepared': 'The agent cannot be prepared for a call, because one of its providers cannot be used.',
  'no-audio': 'No audio port or recording could be opened for the call.',
  'number-limit': 'Every number that the call may use has reached its calls of the day.',
  'trunk-limit': 'The trunk takes no more calls now.',
  'circuit-open': 'Too many of the latest attempts failed.',
  'database-failover':
    'The database failed over and may lack recent changes. Nothing is dialed until the calls before it are written back.',
  'database-asynchronous':
    'The database does not replicate synchronously, and PARLEY_REQUIRE_SYNCHRONOUS forbids dialing without that.',
  'trunk-down': 'The trunk of the phone number cannot be reached.',
};

/** Returns the message of a cap that is reached. */
export function capMessage(of: 'organization' | 'campaign', cap: number): string {
  return `All ${cap} concurrent calls of the ${of} are in use.`;
}

/** Returns why no process dials now. */
export function capacityMessage(refusal: string): string {
  const whys: Record<string, string> = {
    overloaded: 'The machine is at its limit: it serves its calls late',
    'process-full': 'Every process carries as many calls as PARLEY_CALLS_MAX allows',
    draining: 'The process that dials is stopping',
  };
  return `${whys[refusal] ?? 'No process takes a new call now'}. The call is dialed as soon as there is room.`;
}
