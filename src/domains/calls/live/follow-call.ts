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

type FollowScope = ReadScope & { liveCalls: LiveCalls } & Pick<RequestContext, 'isStillAllowed' | 'baseUrl'>;

/** Streams a call as server-sent events: its state, its changes, and its end. */
export async function followCall(scope: FollowScope, callId: string): Promise<StreamedBody> {
  const { liveCalls, actor, isStillAllowed, baseUrl } = scope;
  const first = await getCallRow(scope, callId);
  const stream = new EventStream({ isStillAllowed, msMax: liveCalls.followMsMax });
  let shown: Call | null = null;
  const tell = (row: CallRow) => {
    const call = toCall(row, baseUrl);
    for (const { type, data } of changesOf(shown, call)) stream.send(eventText(data, { type }));
    shown = call;
    if (isOver(call)) stream.end();
  };
  const sent = new Map<number, string>();
  const tellCommands = (commands: readonly CallCommand[]) => {
    for (const command of commands) {
      const text = JSON.stringify(command);
      if (sent.get(command.sequence) !== text) stream.send(eventText({ command }, { type: 'command' }));
      sent.set(command.sequence, text);
    }
  };
  tellCommands(await selectCommands(scope.db, actor.organizationId, callId));
  tell(first);
  if (stream.isOver) return stream.body();
  try {
    const { organizationId } = actor;
    const leave = liveCalls.follow({ organizationId, callId, tell, tellCommands, end: () => stream.end() });
    stream.onClose(leave);
  } catch (error) {
    stream.end();
    throw error;
  }
  return stream.body();
}
