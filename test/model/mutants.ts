import type { Edit, Mutant } from './mutant.ts';

const fn = (name: string, from: string, to: string): Edit => ({ in: { function: name }, from, to });
const sql = (name: string, from: string, to: string): Edit => ({ in: { statement: name }, from, to });

/** Defects that a dialer may have. The model has to find each of them (`mutants.test.ts`). */
export const mutants: readonly Mutant[] = [
  {
    name: 'cap-counted-while-waiting',
    what: 'the statement that waits for the slots also counts the organization’s cap',
    edits: [
      fn(
        'claim_due_calls',
        'select virtual_time into own_time from organization_slots where organization_id = p_organization_id for update;',
        `select s.virtual_time, least(p_max, o.max_concurrent_calls - lines_in_use(p_organization_id)) into own_time, room
           from organization_slots s join organizations o using (organization_id)
           where s.organization_id = p_organization_id and o.dialing = 'on' for update of s;`,
      ),
      fn(
        'claim_due_calls',
        `select least(p_max, max_concurrent_calls - lines_in_use(p_organization_id)) into room from organizations
    where organization_id = p_organization_id and dialing = 'on';`,
        '',
      ),
    ],
  },
  {
    name: 'campaign-cap-off-by-one',
    what: 'a campaign gets one call more than its cap',
    edits: [fn('find_due_calls', 'then c.max_concurrent_calls', 'then 1 + c.max_concurrent_calls')],
  },
  {
    name: 'trunk-cap-off-by-one',
    what: 'a trunk gets one call more than its limits',
    edits: [fn('limit_to_trunk_capacity', '<= r.room) as fits', '<= r.room + 1) as fits')],
  },
  {
    name: 'slot-not-freed',
    isQuick: true,
    what: 'a call that ends keeps its slot',
    edits: [
      sql(
        'calls.end',
        'left_live as (delete from live_calls l using given i',
        'left_live as (select from live_calls l, given i',
      ),
    ],
  },
  {
    name: 'double-end',
    isQuick: true,
    what: 'a call that has ended can be ended once more',
    edits: [
      sql(
        'calls.end_lock',
        "c.status = any(string_to_array(i.states, ','))",
        "c.status = any(string_to_array(i.states || ',ended', ','))",
      ),
    ],
  },
  {
    name: 'retry-beyond-maximum',
    what: 'a customer gets one attempt more than allowed',
    edits: [
      sql('calls.end_lock', "'maxAttempts', r.max_attempts,", "'maxAttempts', r.max_attempts + 1,"),
      sql('calls.end_lock', 'c.attempt < r.max_attempts', 'c.attempt <= r.max_attempts'),
    ],
  },
  {
    name: 'requeue-after-invite',
    what: 'a call whose INVITE is on record is put back into the queue',
    edits: [sql('calls.release_claimed', ' and sip_dialog is null', '')],
  },
  {
    name: 'reclaim-of-the-living',
    what: 'settling a dead process also settles the calls of other processes',
    edits: [
      sql('upkeep.held', 'l.node_id = $1', '$1::text is not null'),
      sql('calls.end_lock', ' and c.node_id is not distinct from i.node_id', ''),
    ],
  },
  {
    name: 'claim-of-what-is-taken',
    isQuick: true,
    what: 'a claim takes calls that were claimed or canceled while it waited',
    edits: [
      fn(
        'claim_due_calls',
        'organization_id = p_organization_id for update;',
        'organization_id = p_organization_id;',
      ),
      fn('claim_calls', "and c.status = 'queued'", ''),
    ],
  },
  {
    name: 'claim-of-the-canceled',
    what: 'a call that is being canceled is claimed',
    edits: [fn('claim_calls', "and c.status = 'queued'", '')],
  },
  {
    name: 'cancel-not-looked-at',
    what: 'a claimed call that was canceled is dialed',
    edits: [sql('calls.claimed', 'c.stop_requested is not null', 'false')],
  },
  {
    name: 'suppression-not-read',
    what: 'the suppression list is not checked before dialing',
    edits: [sql('dialer.dialable', 'and d.customer_number = c.customer_number)', 'and false)')],
  },
  {
    name: 'suppression-not-read-again',
    what: 'a ringing call goes on when its customer is suppressed',
    edits: [sql('calls.stops', "k.status = 'ended' or exists (", "k.status = 'ended' or false and exists (")],
  },
  {
    name: 'priority-lost',
    isQuick: true,
    what: 'priorities are ignored',
    edits: [
      fn(
        'find_due_calls',
        'order by f.priority desc, f.due_at, f.call_id limit',
        'order by f.due_at, f.call_id limit',
      ),
    ],
  },
  {
    name: 'priority-lost-on-trunks',
    what: 'priorities are ignored among calls that wait for a trunk',
    edits: [
      fn(
        'find_due_calls',
        'partition by f.trunk_id order by f.start_tag, f.due_at',
        'partition by f.trunk_id order by f.due_at',
      ),
    ],
  },
  {
    name: 'due-time-ignored',
    what: 'calls are claimed before they are due',
    edits: [fn('find_due_calls', 'and c.due_at <= p_now and c.call_id', 'and c.call_id')],
  },
  {
    name: 'pause-ignored',
    what: 'the calls of paused campaigns are claimed',
    edits: [fn('find_due_calls', "and c.status = 'running'", '')],
  },
  {
    name: 'campaign-end-ignored',
    what: 'calls are claimed after the end of their campaign, until upkeep ends it',
    edits: [fn('find_due_calls', 'and (c.end_at is null or c.end_at > p_now)', '')],
  },
  {
    name: 'switch-ignored',
    what: 'calls are claimed while dialing is switched off',
    edits: [fn('claim_due_calls', "and dialing = 'on'", '')],
  },
  {
    name: 'lane-not-lowered',
    what: 'a call that becomes due earlier than the others of its campaign is not found',
    edits: [
      fn(
        'upsert_lanes',
        'first_due_at = least(l.first_due_at, excluded.first_due_at)',
        'first_due_at = l.first_due_at',
      ),
    ],
  },
  {
    name: 'answer-of-a-lost-call',
    what: 'a process that was declared dead answers a call that was settled',
    edits: [sql('calls.answered', "array['dialing', 'ringing']", "array['dialing', 'ringing', 'ended']")],
  },
  {
    name: 'end-by-anyone',
    what: 'a process may end calls that no longer belong to it',
    edits: [sql('calls.end_lock', ' and c.node_id is not distinct from i.node_id', '')],
  },
  {
    name: 'old-claim-stands',
    what: 'a claim that was released permits an INVITE once the same process has claimed the call again',
    edits: [sql('calls.claimed', 'and c.sip_branch = $4', 'and $4::text is not null')],
  },
  {
    name: 'customer-called-twice',
    isQuick: true,
    what: 'a customer who is in another call is called',
    edits: [fn('one_call_per_customer', 'l.customer_number = c.customer_number', "l.customer_number = ''")],
  },
  {
    name: 'customer-claimed-twice',
    what: 'two calls to one customer are claimed at once',
    edits: [fn('one_call_per_customer', 'order by c.place) > 1', 'order by c.place) > 2')],
  },
];
