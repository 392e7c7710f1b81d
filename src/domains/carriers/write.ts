import { type AuditEntry, change, type Scope } from '../../platform/audit/index.ts';
import { conflict, invalid, notFound } from '../../platform/kernel/index.ts';
import { holdAgent } from '../agents/index.ts';
import type { CarrierConnection, ConnectCarrier, DisconnectCarrier } from './schemas.ts';
import { plannedSteps } from './steps.ts';
import {
  beginRun,
  deleteConnectionRow,
  lockConnection,
  type StoredConnection,
  toConnection,
} from './store.ts';
import { setupOf } from './vendors/open-vendor.ts';

/** A scope for changes of connections, with what wakes the runner. */
type RunScope = Scope & { wake: () => void };

/** Begins to connect numbers. Steps that were made before stay. */
export function connectCarrier(
  scope: RunScope,
  carrierConnectionId: string,
  { numbers, inboundAgentId }: ConnectCarrier,
): Promise<CarrierConnection> {
  return running(scope, carrierConnectionId, 'started', async (stored, tx) => {
    if (isUnderWay(stored)) throw underWay();
    if (stored.state === 'disconnecting') throw halfUndone();
    const { organizationId } = stored;
    if (inboundAgentId !== null && !(await holdAgent(tx, organizationId, inboundAgentId)))
      throw invalid('inboundAgentId', 'must be the id of an agent');
    const steps = plannedSteps(setupOf[stored.vendor], stored.steps, numbers);
    return { ...stored, state: 'connecting', steps, inboundAgentId, isReleasing: false };
  });
}

/** Begins to undo what this connection made, from the last step to the first. */
export function disconnectCarrier(
  scope: RunScope,
  carrierConnectionId: string,
  { releaseNumbers }: DisconnectCarrier,
): Promise<CarrierConnection> {
  return running(scope, carrierConnectionId, 'ended', async (stored) => ({
    ...stored,
    state: 'disconnecting',
    isReleasing: releaseNumbers,
  }));
}

/** Goes on with a run that a problem stopped. */
export function resumeCarrier(scope: RunScope, carrierConnectionId: string): Promise<CarrierConnection> {
  return running(scope, carrierConnectionId, 'resumed', async (stored) => {
    if (stored.problem === null) {
      throw conflict('carrier_connection.not_stopped', 'The connection has not stopped at a problem.');
    }
    return stored;
  });
}

/** Deletes a connection with its key. Throws 409 while anything is connected. */
export async function deleteConnection(scope: Scope, carrierConnectionId: string): Promise<void> {
  const { organizationId } = scope.actor;
  await change(scope, async (tx) => {
    const stored = await lockConnection(tx, organizationId, carrierConnectionId);
    if (!stored) throw notFound('carrier connection');
    if (stored.state !== 'ready') {
      throw conflict('carrier_connection.in_use', 'The connection is in use. Disconnect it first.');
    }
    await deleteConnectionRow(tx, organizationId, carrierConnectionId);
    return { result: undefined, audit: entryOf('deleted', stored) };
  });
}

/** Deletes a connection that stopped at a problem. What it made stays, here and at the vendor. */
export async function abandonConnection(scope: Scope, carrierConnectionId: string): Promise<void> {
  const { organizationId } = scope.actor;
  await change(scope, async (tx) => {
    const stored = await lockConnection(tx, organizationId, carrierConnectionId);
    if (!stored) throw notFound('carrier connection');
    if (stored.problem === null)
      throw conflict(
        'carrier_connection.not_stopped',
        'The connection has not stopped at a problem. Disconnect it.',
      );
    await deleteConnectionRow(tx, organizationId, carrierConnectionId);
    return { result: undefined, audit: entryOf('abandoned', stored) };
  });
}

type Tx = Parameters<Parameters<typeof change>[1]>[0];

async function running(
  scope: RunScope,
  carrierConnectionId: string,
  verb: AuditEntry['verb'],
  next: (stored: StoredConnection, tx: Tx) => Promise<StoredConnection>,
): Promise<CarrierConnection> {
  const { organizationId, memberId, requestId } = scope.actor;
  const connection = await change(scope, async (tx) => {
    const stored = await lockConnection(tx, organizationId, carrierConnectionId);
    if (!stored) throw notFound('carrier connection');
    const begun = await beginRun(tx, stored, { ...(await next(stored, tx)), memberId, requestId });
    return { result: toConnection(begun), audit: entryOf(verb, stored) };
  });
  scope.wake();
  return connection;
}

function entryOf(
  verb: AuditEntry['verb'],
  { carrierConnectionId: id, name: label }: StoredConnection,
): AuditEntry {
  return { verb, type: 'carrier_connections', id, label };
}

function isUnderWay({ state, problem }: StoredConnection): boolean {
  return problem === null && (state === 'connecting' || state === 'disconnecting');
}

const underWay = () =>
  conflict('carrier_connection.under_way', 'The connection is being changed. Wait until it has ended.');
const halfUndone = () =>
  conflict(
    'carrier_connection.disconnecting',
    'The connection is half undone. Resume the disconnecting first.',
  );
