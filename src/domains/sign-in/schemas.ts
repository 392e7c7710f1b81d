import { z } from 'zod';
import { roles } from '../../platform/access/index.ts';
import { DateTime } from '../../platform/http/index.ts';
import { passwordCharactersMax } from './password-rules.ts';

const token = z.string().max(100).describe('The part of the link after the #');
const email = z.email({ error: 'must be an e-mail address such as name@example.com' }).max(254);
const password = z.string().min(1).max(passwordCharactersMax);
const newPassword = password.describe(
  'At least 12 characters and not a commonly used password; there are no other rules',
);

export const Invitation = z
  .object({
    url: z.url().nullable().describe('Shown only here; null when an Idempotency-Key replays the invitation'),
    expiresAt: DateTime,
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.output<typeof Invitation>;

export const MailedInvitation = Invitation.extend({
  sentTo: z.string().describe("The member's e-mail address"),
}).meta({ id: 'MailedInvitation' });
export type MailedInvitation = z.output<typeof MailedInvitation>;

export const InvitationState = z
  .object({
    expiresAt: DateTime.nullable().describe('Until when the unused link works. Null: there is none'),
    mail: z
      .object({
        recipient: z.string(),
        state: z
          .enum(['waiting', 'sent', 'failed'])
          .describe('`waiting`: for its first or next try; `sent`: the mail server accepted it'),
        reason: z.string().nullable().describe('What the mail server answered to the last try that failed'),
        at: DateTime.describe('When it was sent or given up, else when it was requested'),
      })
      .nullable()
      .describe('The newest e-mail with a link. Null: none within 30 days'),
  })
  .meta({ id: 'InvitationState' });
export type InvitationState = z.output<typeof InvitationState>;

export const JoinInfoRequest = z.strictObject({ token }).meta({ id: 'JoinInfoRequest' });

export const JoinInfo = z
  .object({
    memberName: z.string().nullable(),
    email: z.string().nullable().describe('null: the member has none, and gives one when joining'),
    organizationName: z.string(),
    expiresAt: DateTime,
  })
  .meta({ id: 'JoinInfo' });
export type JoinInfo = z.output<typeof JoinInfo>;

export const Join = z
  .strictObject({
    token,
    password: newPassword,
    email: email
      .optional()
      .describe("The member's sign-in address. Required when the member has none, else not allowed"),
    name: z.string().trim().min(1).max(100).optional().describe("Changes the member's name"),
  })
  .meta({ id: 'Join' });
export type Join = z.output<typeof Join>;

export const SignIn = z
  .strictObject({
    email: z.string().min(1).max(254),
    password,
    organizationId: z
      .string()
      .max(64)
      .optional()
      .describe('Required for members of several organizations with the same e-mail address and password'),
  })
  .meta({ id: 'SignIn' });
export type SignIn = z.output<typeof SignIn>;

export const ChangePassword = z
  .strictObject({ currentPassword: password, newPassword })
  .meta({ id: 'ChangePassword' });
export type ChangePassword = z.output<typeof ChangePassword>;

export const Session = z
  .object({
    sessionId: z.string(),
    member: z.object({
      memberId: z.string(),
      name: z.string().nullable(),
      email: z.string().nullable(),
      role: z.enum(roles),
    }),
    organization: z.object({
      organizationId: z.string(),
      name: z.string(),
      isDemo: z.boolean().describe('Whether everything in it is made up (`POST /console/demo`)'),
    }),
    scopes: z.array(z.string()).describe("The scopes of the member's role"),
    csrfToken: z.string().describe('Sent with every change as the header `x-csrf-token`'),
    expiresAt: DateTime.describe('At the latest; an unused session ends after 12 hours'),
  })
  .meta({ id: 'Session' });
export type Session = z.output<typeof Session>;

export const SessionList = z
  .object({
    sessions: z.array(
      z.object({
        sessionId: z.string(),
        isCurrent: z.boolean().describe('Whether it is the requesting session'),
        address: z.string().nullable().describe('The IP address that opened it'),
        userAgent: z.string().nullable(),
        createdAt: DateTime,
        lastSeenAt: DateTime.describe('Rounded to the minute'),
        expiresAt: DateTime,
      }),
    ),
  })
  .meta({ id: 'SessionList' });
export type SessionList = z.output<typeof SessionList>;

export const OidcOffer = z
  .object({ name: z.string().nullable().describe('null: single sign-on is not configured') })
  .meta({ id: 'OidcOffer' });

export const BeginOidc = z
  .strictObject({
    returnTo: z
      .string()
      .max(1000)
      .refine(isReturnAddress, { error: 'must be a path of the console, such as /calls' })
      .default('/')
      .describe('The console page to open after sign-in'),
    organizationId: z
      .string()
      .max(64)
      .optional()
      .describe('Required for members of several organizations with the same e-mail address'),
  })
  .meta({ id: 'BeginOidc' });
export type BeginOidc = z.output<typeof BeginOidc>;

export const OidcAddress = z
  .object({ url: z.url().describe("The URL of the provider's page") })
  .meta({ id: 'OidcAddress' });

export const FinishOidc = z
  .strictObject({
    query: z.string().max(8000).describe("The query that the provider added to our page's address"),
  })
  .meta({ id: 'FinishOidc' });

export const OidcSession = z
  .object({ session: Session, returnTo: z.string().describe('As given to `beginOidc`') })
  .meta({ id: 'OidcSession' });

const elsewhere = 'http://here.invalid';

/**
 * Returns whether the address is a page of the console: a path, optionally with a query. Rejects what browsers read as
 * another host (`//host`, `/\host`) or skip (tabs, line breaks).
 */
function isReturnAddress(text: string): boolean {
  return /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(text) && URL.parse(text, elsewhere)?.origin === elsewhere;
}
