import { type Queryable, readStatement, statement, toJson } from '../../../platform/db/index.ts';
import type { CallCommand, CallCommandInput } from '../command-schemas.ts';
import type { CallStatus } from '../state.ts';
import type { CallKey } from './read.ts';

/** A command that no process has begun within this time expires. */
export const waitingSecondsMax = 30;
/** A command that has begun is over after this time at the latest. A transfer takes longest. */
const begunSecondsMax = 600;

const columns = `call_id as "callId", sequence::int as sequence, member_id as "memberId", command, state, detail,
   created_at as "createdAt", ended_at as "endedAt",
   (select coalesce(m.name, m.email) from members m
     where m.organization_id = call_commands.organization_id and m.member_id = call_commands.member_id) as "memberName"`;

// Only an erased call has no customer number. The lock makes commands of one call one after the other.
const lock = statement(
  'calls.lock_for_command',
  `select status, agent_id as "agentId", agent_version as "agentVersion" from calls
   where organization_id = $1 and call_id = $2 and customer_number <> '' for no key update`,
);
// A later statement, which sees the commands that were stored while the lock was waited for.
const facts = readStatement(
  'calls.facts_for_command',
  `select (select count(*)::int from call_commands m where m.organization_id = $1 and m.call_id = $2) as count,
     (select count(*)::int from call_commands m where m.organization_id = $1 and m.call_id = $2
       and m.state in ('waiting', 'begun')) as open,
     exists (select from call_events e where e.organization_id = $1 and e.call_id = $2
       and e.reason = 'agent-changed') as "isHandedOver"`,
);
// The folder of sounds loads the code of audio, which the API does not need here.
const selectSound = readStatement(
  'calls.sound_of_command',
  'select 1 from sounds where organization_id = $1 and sound_id = $2',
);
const insert = statement(
  'calls.add_command',
  `insert into call_commands (organization_id, call_id, sequence, member_id, command)
   values ($1, $2, $3, $4, $5::json) returning ${columns}`,
);
const select = readStatement(
  'calls.commands',
  `select ${columns} from call_commands where organization_id = $1 and call_id = $2 order by sequence`,
);
// The open commands of all organizations are few. `offset 0` keeps them the start, also without statistics.
const waiting = readStatement(
  'calls.waiting_commands',
  `select m.organization_id as "organizationId", m.call_id as "callId", m.sequence::int as sequence, m.command
   from (select * from call_commands where state = 'waiting'
       and created_at > clock_timestamp() - interval '${waitingSecondsMax} seconds' offset 0) m
     join live_calls l on l.organization_id = m.organization_id and l.call_id = m.call_id and l.node_id = $1
   order by m.organization_id, m.call_id, m.sequence`,
);
const claim = statement(
  'calls.claim_command',
  `update call_commands m set state = 'begun', node_id = $4, begun_at = clock_timestamp()
   where m.organization_id = $1 and m.call_id = $2 and m.sequence = $3 and m.state = 'waiting'
     and exists (select from live_calls l where l.organization_id = m.organization_id and l.call_id = m.call_id
       and l.node_id = $4)
   returning 1`,
);
const end = statement(
  'calls.end_command',
  `with ended as (
     update call_commands m set state = $4, detail = $5, ended_at = clock_timestamp()
     where m.organization_id = $1 and m.call_id = $2 and m.sequence = $3 and m.state = 'begun' returning m.*
   )
   insert into call_events (organization_id, call_id, decision, reason, message)
     select organization_id, call_id, 'noted', 'command-' || state, $6 from ended returning 1`,
);
const isOver = `not exists (select from live_calls l
  where l.organization_id = m.organization_id and l.call_id = m.call_id)`;
const settle = statement(
  'calls.settle_commands',
  `update call_commands m set ended_at = clock_timestamp(),
     state = case when m.state = 'waiting' then 'expired' else 'unknown' end,
     detail = case when m.state = 'begun' then 'it is not known whether the command took effect'
       when ${isOver} then 'the call ended before' else 'the command was not begun in time' end
   where (m.organization_id, m.call_id, m.sequence) in (
     select organization_id, call_id, sequence from call_commands m
     where state in ('waiting', 'begun') and (${isOver}
       or created_at < clock_timestamp() - make_interval(
         secs => case when state = 'waiting' then ${waitingSecondsMax} else ${begunSecondsMax} end))
     order by organization_id, call_id, sequence limit 1000 for update skip locked)
   returning 1`,
);

/** The condition under which `settleCommands` may have something to do, as SQL. */
export const isAnyCommandOpen = `exists (select from call_commands where state in ('waiting', 'begun'))`;

/** Locks a call. Returns null when there is no such call. */
export async function lockForCommand(
  tx: Queryable,
  organizationId: string,
  callId: string,
): Promise<{ status: CallStatus; agentId: string; agentVersion: number | null } | null> {
  type Row = { status: CallStatus; agentId: string; agentVersion: number | null };
  const [row] = await tx.query<Row>(lock, [organizationId, callId]);
  return row ?? null;
}

/** Returns the number of commands of a locked call, and whether one of its agents has handed it over. */
export async function factsForCommand(
  tx: Queryable,
  { organizationId, callId }: CallKey,
): Promise<{ count: number; open: number; isHandedOver: boolean }> {
  type Row = { count: number; open: number; isHandedOver: boolean };
  const [row] = await tx.query<Row>(facts, [organizationId, callId]);
  return row!;
}

export async function soundExists(db: Queryable, organizationId: string, soundId: string): Promise<boolean> {
  return (await db.query(selectSound, [organizationId, soundId])).length > 0;
}

export async function insertCommand(
  tx: Queryable,
  { organizationId, callId }: CallKey,
  { sequence, memberId, command }: { sequence: number; memberId: string; command: CallCommandInput },
): Promise<CallCommand> {
  const values = [organizationId, callId, sequence, memberId, toJson(command)];
  const [row] = await tx.query<CallCommand>(insert, values);
  return row!;
}

/** Returns the commands of a call, in order. */
export function selectCommands(
  db: Queryable,
  organizationId: string,
  callId: string,
): Promise<CallCommand[]> {
  return db.query(select, [organizationId, callId]);
}

/** A command that no process has begun. */
export interface WaitingCommand extends CallKey {
  sequence: number;
  command: CallCommandInput;
}

/** Returns the commands for the live calls of a process, in order. */
export function waitingCommands(db: Queryable, nodeId: string): Promise<WaitingCommand[]> {
  return db.query(waiting, [nodeId]);
}

/** Claims a command. Only a process that gets true carries it out. */
export async function claimCommand(
  db: Queryable,
  { organizationId, callId, sequence }: Omit<WaitingCommand, 'command'>,
  nodeId: string,
): Promise<boolean> {
  return (await db.query(claim, [organizationId, callId, sequence, nodeId])).length > 0;
}

const purposes: Record<CallCommandInput['type'], string> = {
  say: 'say a text',
  whisper: 'whisper to the agent',
  setVariable: 'set a variable',
  enterStage: 'go to a stage',
  mute: 'mute the agent',
  unmute: 'unmute the agent',
  playSound: 'play a sound',
  pressKeys: 'press keys',
  transfer: 'transfer the call',
  end: 'end the call',
};

/** Stores what became of a claimed command, and a fact for `why`. */
export async function endCommand(
  db: Queryable,
  { organizationId, callId, sequence, command }: WaitingCommand,
  { state, detail }: { state: 'done' | 'refused' | 'expired'; detail: string | null },
): Promise<void> {
  const outcome = state === 'done' ? 'was carried out' : state === 'refused' ? 'was refused' : 'expired';
  const because = detail === null ? '' : `: ${detail}`;
  const message = `The command to ${purposes[command.type]} ${outcome}${because}.`;
  await db.query(end, [organizationId, callId, sequence, state, detail, message]);
}

/** Ends commands whose call is over, and those that were not begun or ended in time. Returns how many. */
export async function settleCommands(db: Queryable): Promise<number> {
  return (await db.query(settle)).length;
}
