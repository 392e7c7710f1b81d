/**
 * Every table beside `calls` that names a call by its id, and what happens to its rows when the call is removed. There
 * are no foreign keys, because they would cost every insert. A test compares the list with the schema.
 */
export const callSideTables: Readonly<Record<string, { removedWith: string } | { staysBecause: string }>> = {
  // Besides organization and call, the condition that leads to the row by the table's key.
  call_events: { removedWith: '' },
  call_analysis_requests: { removedWith: '' },
  session_data: { removedWith: '' },
  spoken_calls: { removedWith: 'and s.created_at = c.created_at' },
  unknown_outcomes: { removedWith: 'and s.campaign_id = c.campaign_id' },
  queued_calls: { staysBecause: 'a call that is over is in no queue' },
  live_calls: { staysBecause: 'a call that is over is not live' },
  ended_calls: { staysBecause: 'a trigger removes it with the call' },
  hold_wakes: { staysBecause: 'it says how far a walk over the queue has come' },
  recording_removals: { staysBecause: 'it says what is still to be removed' },
  browser_calls: { staysBecause: 'a browser call is no row of calls' },
  suppressions: { staysBecause: 'a suppression outlives the call that asked for it' },
  personalization: { staysBecause: 'a push is of its number, and is replaced by the next' },
  circuits: { staysBecause: 'the probe of a circuit is live' },
};

/** Common table expressions that remove the rows of the calls in the expression `c`. */
export const removeSideRowsSql = Object.entries(callSideTables)
  .flatMap(([table, fate]) =>
    'removedWith' in fate
      ? `gone_${table} as (delete from ${table} s using c
           where s.organization_id = c.organization_id and s.call_id = c.call_id ${fate.removedWith})`
      : [],
  )
  .join(',\n');
