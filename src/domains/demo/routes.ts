import { defineRoute, type Route } from '../../platform/http/index.ts';
import { Session } from '../sign-in/index.ts';
import { type DemoContext, enterDemo, leaveDemo } from './visit.ts';

const session = { tag: 'Console', scope: '', openTo: 'session', path: '/console/demo' } as const;

/** Returns the operations by which members look at the demo organization. */
export function demoRoutes(context: DemoContext): Route[] {
  return [
    defineRoute({
      ...session,
      method: 'POST',
      operationId: 'enterDemo',
      summary: 'Look at the demo organization',
      description:
        'Opens a session in an organization with made-up calls of the last week, in which the member may look at everything and change nothing. Sets the session cookie; a second cookie keeps the own session. 409 `demo.entered`: the session is in the demo already.',
      output: Session,
      status: 200,
      errors: [409],
      handle: (visit) => enterDemo(context, visit),
    }),
    defineRoute({
      ...session,
      method: 'DELETE',
      operationId: 'leaveDemo',
      summary: 'Return from the demo organization',
      description:
        'Ends the session in the demo. The cookie of the own session is back, if that is still open. 409 `demo.not_entered`: the session is not in the demo.',
      status: 204,
      errors: [409],
      handle: (visit) => leaveDemo(context, visit),
    }),
  ];
}
