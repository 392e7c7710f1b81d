import { readStatement, type Statement } from '../../../platform/db/index.ts';
import type { Breakdown } from '../schemas.ts';
import { filtersOn, keys, statementsBy } from './raw.ts';

/** The sums are kept for each quarter of an hour, of which the offsets of all time zones are multiples. */
const slotSeconds = 900;
const slotMs = slotSeconds * 1000;
const daySlots = 96;

/** The whole slots of a period. */
interface Slots {
  first: number;
  /** The slot after the last. */
  after: number;
  startMs: number;
  endMs: number;
  /** The first day (UTC) of which the period has all slots, the day after the last one, and the slots at their edges. */
  days: [first: number, after: number, firstSlot: number, afterSlot: number];
}

/** Returns the whole slots of a period, or null when it has none. */
export function slotsOf({ from, to }: { from: string; to: string }): Slots | null {
  const first = Math.ceil(Date.parse(from) / slotMs);
  const after = Math.floor(Date.parse(to) / slotMs);
  if (after <= first) return null;
  const [firstDay, afterDay] = [Math.ceil(first / daySlots), Math.floor(after / daySlots)];
  const days: Slots['days'] =
    firstDay < afterDay
      ? [firstDay, afterDay, firstDay * daySlots, afterDay * daySlots]
      : [0, 0, after, after];
  return { first, after, startMs: first * slotMs, endMs: after * slotMs, days };
}

// The values are those of the raw statements, then: $11 and $12 the slots, $13 and $14 the end of the calls before them,
// $15 and $16 the start of the calls after them, `days`, and $21 the number of calls that are counted one by one. The ids only
// bound what is read.

/**
 * SQL: whether all days of the period have their sums, and it has so many calls that sums are less work. Otherwise all calls are
 * counted one by one. Names all values.
 */
const isWhole = `exists (select from call_facts f where f.organization_id = $1 and f.call_id >= $2 and f.call_id < $3
    offset $21::int limit 1)
  and not exists (select from call_sum_gaps p where p.organization_id = $1
    and p.from_day < ($12::int + ${daySlots - 1}) / ${daySlots} and p.to_day > $11::int / ${daySlots})
  and coalesce($7::text, $8::text, $9::text, $10::text, '') is not null and $5::text is not null
  and $17::int is not null and $18::int is not null and $19::int is not null and $20::int is not null`;
const inSlots = (from: string) =>
  `${from}.organization_id = $1 and ${from}.slot >= $11 and ${from}.slot < $12`;
/** SQL: the calls of the period before its first whole slot, and after its last. */
const edges = [
  'f.call_id >= $2 and f.call_id < $13 and f.created_at >= $4 and f.created_at < $14::timestamptz',
  'f.call_id >= $15 and f.call_id < $3 and f.created_at >= $16::timestamptz and f.created_at < $6',
].map((bounds) => `from call_facts f where f.organization_id = $1 and ${bounds} and ${filtersOn('f')}`);

const sums =
  'sum(s.calls) as calls, sum(s.answered) as answered, sum(s.talked_ms) as talked_ms, sum(s.cost) as cost';
const columns = 's.group_id, s.calls, s.answered, s.talked_ms, s.cost';
/** SQL: the sums of each group of calls: of whole days, and of the slots before and after them. */
const byGroup = `(select s.group_id, ${sums} from (
      select ${columns} from call_day_sums s where s.organization_id = $1 and s.day >= $17 and s.day < $18
      union all
      select ${columns} from call_sums s where s.organization_id = $1 and s.slot >= $11 and s.slot < $19
      union all
      select ${columns} from call_sums s where s.organization_id = $1 and s.slot >= $20 and s.slot < $12) s
    group by s.group_id) s
  join call_groups g on g.organization_id = $1 and g.group_id = s.group_id and ${filtersOn('g')}`;

const startOf = (slot: string) => `to_timestamp(${slot}::bigint * ${slotSeconds})`;

/**
 * SQL: the sums of a period by the key of each slot. An array holds the keys, so that each is computed once: the planner computes
 * the keys of a joined table for each row of sums.
 */
function byTime(by: Breakdown, from: string): string {
  const keysOfSlots = `array(select ${keys[by](startOf('n'), '')} from generate_series($11::int, $12::int - 1) n order by n)`;
  return `select (${keysOfSlots})[s.slot - $11::int + 1] as key, outcome, sentiment, ${sums} from ${from}
    where ${inSlots('s')} group by 1, 2, 3`;
}

/** SQL: the figures of a period, from sums by key, outcome and sentiment. */
function textOf(by: Breakdown, summed: string, isServed = isWhole): string {
  const raw = edges.map(
    (
      edge,
    ) => `select ${keys[by]('f.created_at', 'f')}, coalesce(f.ended_reason, ''), coalesce(f.sentiment, ''), 1,
      case when f.duration_ms is null then 0 else 1 end, coalesce(f.duration_ms, 0), coalesce(f.cost, 0) ${edge}`,
  );
  const parts = [
    summed,
    `select ${keys[by](startOf('c.slot'), 'c')}, c.outcome, c.sentiment, c.calls, c.answered, c.talked_ms, c.cost
     from call_sum_changes c where ${inSlots('c')} and ${filtersOn('c')}`,
    ...raw,
  ];
  return `select case when ${isServed} then (
    select coalesce(json_agg(r), '[]') from (
      select coalesce(key::text, '') as key, outcome, sentiment, sum(calls) as calls, sum(answered) as answered,
        sum(talked_ms) as "talkedMs", sum(cost)::text as cost
      from (${parts.join('\nunion all\n')}) s group by 1, 2, 3 having sum(calls) <> 0) r) end as rows`;
}

/** The groups whose key depends on the time. Other keys are of the groups of calls. */
const timed: readonly Breakdown[] = ['day', 'week', 'hour-of-day'];
/** SQL: the first whole hour of the period, and the hour after the last. */
const [firstHour, afterHour] = ['(($11::int + 3) / 4)', '($12::int / 4)'];
const hours = `generate_series(${firstHour}, ${afterHour} - 1) n`;
/** SQL: whether each hour has one key. In zones with offsets of half hours some have two. */
const hasWholeHours = (by: Breakdown) =>
  `not exists (select from ${hours} where ${keys[by](startOf('(n * 4)'), '')} <> ${keys[by](startOf('(n * 4 + 3)'), '')})`;

/** SQL: the sums of a period by the key of each hour, and those of the slots before the first and after the last. */
function byHour(by: Breakdown): string {
  const keysOfHours = `array(select ${keys[by](startOf('(n * 4)'), '')} from ${hours} order by n)`;
  const bounds = [
    `s.slot >= $11 and s.slot < least(${firstHour} * 4, $12::int)`,
    `s.slot >= greatest(${firstHour}, ${afterHour}) * 4 and s.slot < $12`,
  ];
  const slots = bounds.map(
    (
      within,
    ) => `select ${keys[by](startOf('s.slot'), '')}, outcome, sentiment, calls, answered, talked_ms, cost
      from call_time_sums s where s.organization_id = $1 and ${within}`,
  );
  return `select * from (
      select (${keysOfHours})[s.hour - ${firstHour} + 1] as key, outcome, sentiment, ${sums} from call_hour_sums s
      where s.organization_id = $1 and s.hour >= ${firstHour} and s.hour < ${afterHour} group by 1, 2, 3) h
    union all ${slots.join('\nunion all\n')}`;
}

const byKey = (by: Breakdown) =>
  `select ${keys[by]('', 'g')} as key, g.outcome, g.sentiment, s.calls, s.answered, s.talked_ms, s.cost from ${byGroup}`;
const filtered = `call_sums s join call_groups g on g.organization_id = $1 and g.group_id = s.group_id and ${filtersOn('g')}`;

/** The statements that count all calls by the sums. `rows` is null when some are lacking. */
const rolledBreakdown = statementsBy(
  (by) => textOf(by, timed.includes(by) ? byTime(by, 'call_time_sums s') : byKey(by)),
  'rolled',
);

/** The same for groups by time in zones whose hours begin with those of UTC, with a quarter of the rows. */
const hourlyBreakdown = statementsBy(
  (by) =>
    textOf(
      by,
      timed.includes(by) ? byHour(by) : byKey(by),
      `${isWhole} and ${timed.includes(by) ? hasWholeHours(by) : 'true'}`,
    ),
  'hourly',
);

/** The groups whose key is that of a day. */
const daily: Partial<Record<Breakdown, (date: string) => string>> = {
  day: (date) => date,
  week: (date) => `date_trunc('week', ${date})::date`,
};

/**
 * SQL: the filtered sums of a period by day or week, from the sums of days (UTC). The slots that belong to another day or week in
 * the time zone are taken from the one and added to the other. They are found by their index, and are fewer than all slots.
 */
function byFilteredDay(keyOf: (date: string) => string): string {
  const utc = (slot: string) => keyOf(`(date '1970-01-01' + ${slot} / ${daySlots})`);
  const local = (slot: string) => keyOf(`(${startOf(slot)} at time zone $5)::date`);
  const columns = 'g.outcome, g.sentiment, s.calls, s.answered, s.talked_ms, s.cost';
  const groups = `join call_groups g on g.organization_id = $1 and g.group_id = s.group_id and ${filtersOn('g')}`;
  const edge = (within: string) =>
    `select ${local('s.slot')}, ${columns} from call_sums s ${groups} where s.organization_id = $1 and ${within}`;
  const signed = ['calls', 'answered', 'talked_ms', 'cost'].map(
    (column) => `unnest(array[s.${column}, -s.${column}])`,
  );
  return `select * from (
      select ${keyOf("(date '1970-01-01' + s.day)")} as key, ${columns} from call_day_sums s ${groups}
      where s.organization_id = $1 and s.day >= $17 and s.day < $18
      union all
      select unnest(array[${local('s.slot')}, ${utc('s.slot')}]), g.outcome, g.sentiment, ${signed.join(', ')} from call_sums s ${groups}
      where s.organization_id = $1
        and s.slot = any (array(select n from generate_series($19::int, $20::int - 1) n where ${utc('n')} <> ${local('n')}))
      union all ${edge('s.slot >= $11 and s.slot < $19')}
      union all ${edge('s.slot >= $20 and s.slot < $12')}) d`;
}

/**
 * SQL: whether the sums of days are fewer rows than all slots: at most 3 hours of a day (UTC) belong to another day or week. Each
 * slot of those is read by its index, and changes two days.
 */
function hasFewMoved(keyOf: (date: string) => string): string {
  const [utc, local] = [
    keyOf(`(date '1970-01-01' + n / ${daySlots})`),
    keyOf(`(${startOf('n')} at time zone $5)::date`),
  ];
  return `(select count(*) from generate_series($11::int, $11::int + ${7 * daySlots - 1}) n where ${utc} <> ${local}) <= ${7 * 3 * 4}`;
}

/** The same for filtered calls by day or week, from the sums of days. */
const dailyBreakdown: Partial<Record<Breakdown, Statement>> = Object.fromEntries(
  Object.entries(daily).map(([by, keyOf]) => {
    const isServed = `${isWhole} and ${hasFewMoved(keyOf)}`;
    return [
      by,
      readStatement(`analytics.daily_${by}`, textOf(by as Breakdown, byFilteredDay(keyOf), isServed)),
    ];
  }),
);

/** The same for filtered calls. */
const filteredBreakdown = statementsBy(
  (by) => textOf(by, timed.includes(by) ? byTime(by, filtered) : byKey(by)),
  'filtered',
);

/** Returns the statements to try, the fastest first. */
export function summedBreakdown(by: Breakdown, isFiltered: boolean): Statement[] {
  if (isFiltered) return [dailyBreakdown[by] ?? [], filteredBreakdown[by]].flat();
  return timed.includes(by) ? [hourlyBreakdown[by], rolledBreakdown[by]] : [rolledBreakdown[by]];
}

export const rolledRubrics = readStatement(
  'analytics.rolled_rubrics',
  `select case when ${isWhole} then (
     select coalesce(json_agg(r), '[]') from (
       select substr(r, strpos(r, ':') + 1) as name, coalesce(sum(calls) filter (where r like 'passed:%'), 0) as passed,
         coalesce(sum(calls) filter (where r like 'failed:%'), 0) as failed
       from (
         select unnest(g.rubrics) as r, s.calls from ${byGroup} where g.rubrics <> '{}'
         union all
         select unnest(c.rubrics), c.calls from call_sum_changes c where ${inSlots('c')} and ${filtersOn('c')}
         union all
         ${edges.map((edge) => `select unnest(f.rubrics), 1 ${edge}`).join(' union all ')}) judged
       group by 1 having sum(calls) <> 0 order by sum(calls) desc, 1 limit 50) r) end as rows`,
);
