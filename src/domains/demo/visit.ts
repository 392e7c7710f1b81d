import { hashOfSecretToken, type SecretKey } from '../../platform/access/index.ts';
import { change } from '../../platform/audit/index.ts';
import { AnswerWithHeaders } from '../../platform/http/index.ts';
import { assert, conflict, newId } from '../../platform/kernel/index.ts';
import {
  leaveSessionOf,
  memberActor,
  openSession,
  type SignInContext,
  type SignInRequest,
  showSession,
} from '../sign-in/index.ts';
import { furnishedDemo } from './furnish.ts';
import { welcomeVisitor } from './store.ts';

export type DemoContext = Omit<SignInContext, 'hashingLimit' | 'limits'> & { secret: SecretKey };

/** Opens a session in the demo organization. The browser keeps the member's own session for the way back. */
export async function enterDemo(context: DemoContext, visit: SignInRequest): Promise<AnswerWithHeaders> {
  const { db, cookies } = context;
  const { actor, client } = visit;
  const own = cookies.tokenIn(client.cookie);
  assert(own && actor.apiKeyId, 'the request comes from a session');
  const { member, organization } = await showSession(context, actor.organizationId, actor.apiKeyId);
  if (organization.isDemo)
    throw conflict('demo.entered', 'This session is in the demo organization already.');
  const organizationId = await furnishedDemo(context, Date.now());
  const visitor = { organizationId, memberId: member.memberId, name: member.name };
  const sessionId = newId('session');
  const { token, session } = await change(
    { db, actor: memberActor(actor, visitor, sessionId) },
    async (tx) => {
      await welcomeVisitor(tx, organizationId, visitor);
      const opened = await openSession(tx, visitor, sessionId, client);
      const session = await showSession({ db: tx, cookies }, organizationId, sessionId);
      return { result: { token: opened.token, session }, audit: opened.audit };
    },
  );
  return new AnswerWithHeaders(session, {
    'set-cookie': [cookies.cookieOf(token), cookies.ownCookieOf(own)],
  });
}

/** Ends the session in the demo organization, and returns the browser to the member's own one if that is still open. */
export async function leaveDemo(context: DemoContext, visit: SignInRequest): Promise<AnswerWithHeaders> {
  const { access, cookies } = context;
  const { actor, client } = visit;
  assert(actor.apiKeyId, 'the request comes from a session');
  const { organization } = await showSession(context, actor.organizationId, actor.apiKeyId);
  if (!organization.isDemo)
    throw conflict('demo.not_entered', 'This session is not in the demo organization.');
  const own = cookies.ownTokenIn(client.cookie);
  await leaveSessionOf(context, visit, cookies.tokenIn(client.cookie));
  const isOpen = own && (await access.session(hashOfSecretToken(own), Date.now()));
  const cookie = isOpen ? cookies.cookieOf(own) : cookies.noCookie();
  return new AnswerWithHeaders(undefined, { 'set-cookie': [cookie, cookies.noOwnCookie()] });
}
