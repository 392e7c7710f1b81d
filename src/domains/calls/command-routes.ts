import { z } from 'zod';
import type { Database, Notifier } from '../../platform/db/index.ts';
import { defineRoute, type Route } from '../../platform/http/index.ts';
import { CallCommand, CallCommandInput, CallCommands } from './command-schemas.ts';
import { commandCall, listCommands } from './commands.ts';

const path = '/api/calls/{callId}/commands';
const params = z.object({ callId: z.string() });
const tag = 'Calls';

const description = `The process that carries the call begins commands in their order, within a second, and stores what became of
each. Read that with \`GET\`, or from the stream of the call (\`/live\`). A command is carried out at most once.

Answers 409:

- \`call.not_live\`: the call is not answered, or over
- \`call.unknown_stage\`, \`call.unknown_destination\`: the agent has no such stage or transfer destination
- \`call.too_many_commands\`: 20 commands are waiting, or the call has had 1,000`;

/** The operations that control live calls. */
export function commandRoutes({ db, notifier }: { db: Database; notifier: Notifier }): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path,
      operationId: 'commandCall',
      tag,
      summary: 'Control a live call: say, whisper, mute, transfer, end and more',
      description,
      scope: 'calls:control',
      params,
      body: CallCommandInput,
      output: CallCommand,
      status: 201,
      errors: [404, 409],
      handle: (context, { params, body }) => commandCall({ db, notifier, ...context }, params.callId, body),
    }),
    defineRoute({
      method: 'GET',
      path,
      operationId: 'listCallCommands',
      tag,
      summary: 'List the commands for a call, with what became of them',
      scope: 'calls:read',
      params,
      output: CallCommands,
      status: 200,
      errors: [404],
      handle: (context, { params }) => listCommands({ db, ...context }, params.callId),
    }),
  ];
}
