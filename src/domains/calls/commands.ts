import { change, type ReadScope, type Scope } from '../../platform/audit/index.ts';
import type { Notifier, Queryable } from '../../platform/db/index.ts';
import { conflict, invalid, notFound } from '../../platform/kernel/index.ts';
import { type AgentConfiguration, findVersion } from '../agents/index.ts';
import type { CallCommand, CallCommandInput } from './command-schemas.ts';
import {
  factsForCommand,
  insertCommand,
  lockForCommand,
  selectCommands,
  soundExists,
} from './store/commands.ts';
import { callExists } from './store/look-up.ts';

/** The commands of one call, and those of them that are not over. */
const commandsMax = 1_000;
const openMax = 20;

/** The states of a call in which it takes commands. */
const controllable: ReadonlySet<string> = new Set(['in-progress', 'forwarding']);

/** Returns the commands of a call, in order. */
export async function listCommands(scope: ReadScope, callId: string): Promise<{ commands: CallCommand[] }> {
  const { organizationId } = scope.actor;
  if (!(await callExists(scope.db, organizationId, callId))) throw notFound('call');
  return { commands: await selectCommands(scope.db, organizationId, callId) };
}

/**
 * Gives a command for a live call. The process that carries the call begins it within a second. Throws a 409 for what is known to
 * be impossible; the process refuses the rest.
 */
export async function commandCall(
  scope: Scope & { notifier: Notifier },
  callId: string,
  command: CallCommandInput,
): Promise<CallCommand> {
  const { organizationId, memberId } = scope.actor;
  const key = { organizationId, callId };
  const result = await change(scope, async (tx) => {
    const call = await lockForCommand(tx, organizationId, callId);
    if (!call) throw notFound('call');
    await refuseUnknownSound(tx, organizationId, command);
    if (!controllable.has(call.status)) {
      const what = call.status === 'ended' || call.status === 'canceled' ? call.status : 'not answered yet';
      throw conflict('call.not_live', `The call is ${what}. Commands are for answered calls that last.`);
    }
    const { count, open, isHandedOver } = await factsForCommand(tx, key);
    if (count >= commandsMax || open >= openMax) {
      const limit =
        open >= openMax ? `${openMax} commands are waiting` : `A call takes ${commandsMax} commands`;
      throw conflict('call.too_many_commands', `${limit}, which is the most.`);
    }
    // Another agent may carry a call on that was handed over, so its process judges.
    if (!isHandedOver) await refuseUnknown(tx, organizationId, call, command);
    const given = await insertCommand(tx, key, { sequence: count + 1, memberId, command });
    return {
      result: given,
      audit: { verb: 'created', type: 'call_commands', id: callId, label: command.type },
    };
  });
  scope.notifier.notify('parley_calls');
  return result;
}

async function refuseUnknownSound(
  tx: Queryable,
  organizationId: string,
  command: CallCommandInput,
): Promise<void> {
  if (command.type === 'playSound' && !(await soundExists(tx, organizationId, command.soundId)))
    throw invalid('soundId', 'must be a sound of the organization');
}

/** Throws a 409 when the agent of the call has no such stage or destination. */
async function refuseUnknown(
  tx: Queryable,
  organizationId: string,
  { agentId, agentVersion }: { agentId: string; agentVersion: number | null },
  command: CallCommandInput,
): Promise<void> {
  if ((command.type !== 'enterStage' && command.type !== 'transfer') || agentVersion === null) return;
  const version = await findVersion(tx, organizationId, agentId, agentVersion);
  if (version) refuseUnknownIn(version.configuration, command);
}

function refuseUnknownIn(
  { flow, transferDestinations }: AgentConfiguration,
  command: Extract<CallCommandInput, { type: 'enterStage' | 'transfer' }>,
): void {
  if (command.type === 'enterStage') {
    if (flow && Object.hasOwn(flow.stages, command.stage)) return;
    const known = flow ? `Its stages: ${Object.keys(flow.stages).join(', ')}.` : 'The agent has no flow.';
    throw conflict('call.unknown_stage', `The agent has no stage “${command.stage}”. ${known}`);
  }
  if (transferDestinations.some(({ name }) => name === command.destination)) return;
  const names = transferDestinations.map(({ name }) => name).join(', ');
  const known = names === '' ? 'The agent has none.' : `Its destinations: ${names}.`;
  throw conflict(
    'call.unknown_destination',
    `The agent has no transfer destination “${command.destination}”. ${known}`,
  );
}
