import type { ReadScope } from '../../../platform/audit/index.ts';
import {
  EventStream,
  eventText,
  type RequestContext,
  type StreamedBody,
} from '../../../platform/http/index.ts';
import type { CallCommand } from '../command-schemas.ts';
import { getCallRow } from '../read.ts';
import { toCall } from '../rows.ts';
import type { Call } from '../schemas.ts';
import { selectCommands } from '../store/commands.ts';
import type { CallRow } from '../store/read.ts';
import { changesOf, isOver } from './call-changes.ts';
import type { LiveCalls } from './live-calls.ts';

type FollowScope = ReportScope & Pick<RequestContext, 'isStillAllowed'>;

/** Streams a call as server-sent events: its state, its changes, and its end. */
export async function followCall(scope: FollowScope, callId: string): Promise<StreamedBody> {
  const { liveCalls, isStillAllowed } = scope;
  const first = await getCallRow(scope, callId);
  const stream = new EventStream({ isStillAllowed, msMax: liveCalls.followMsMax });
  try {
    const leave = await reportCall(scope, first, {
      emit: (type, data) => stream.send(eventText(data, { type })),
      end: () => stream.end(),
    });
    stream.onClose(leave);
  } catch (error) {
    stream.end();
    throw error;
  }
  return stream.body();
}

type ReportScope = ReadScope & { liveCalls: LiveCalls } & Pick<RequestContext, 'baseUrl'>;

/** The receiver of the events of a call. */
interface CallReader {
  emit: (type: string, data: Record<string, unknown>) => void;
  /** Called after the last event, or when the process stops. */
  end: () => void;
}

/**
 * Emits the commands, the state and the changes of a call, until it is over or the returned function is called. Throws a 404, and
 * an ApiError when this process reports too many calls.
 */
export async function reportCall(
  scope: ReportScope,
  call: CallRow | string,
  { emit, end }: CallReader,
): Promise<() => void> {
  const { db, liveCalls, actor, baseUrl } = scope;
  const { organizationId } = actor;
  const first = typeof call === 'string' ? await getCallRow(scope, call) : call;
  const callId = first.call_id;
  let shown: Call | null = null;
  const tell = (row: CallRow) => {
    const now = toCall(row, baseUrl);
    for (const { type, data } of changesOf(shown, now)) emit(type, data);
    shown = now;
    if (isOver(now)) end();
  };
  const sent = new Map<number, string>();
  const tellCommands = (commands: readonly CallCommand[]) => {
    for (const command of commands) {
      const text = JSON.stringify(command);
      if (sent.get(command.sequence) !== text) emit('command', { command });
      sent.set(command.sequence, text);
    }
  };
  tellCommands(await selectCommands(db, organizationId, callId));
  tell(first);
  if (isOver(toCall(first, baseUrl))) return () => undefined;
  return liveCalls.follow({ organizationId, callId, tell, tellCommands, end });
}
