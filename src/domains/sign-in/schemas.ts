import { z } from 'zod';
import { roles } from '../../platform/access/index.ts';
import { DateTime } from '../../platform/http/index.ts';
import { isReturnAddress } from './oidc/return-address.ts';
import { passwordCharactersMax } from './password-rules.ts';

const token = z.string().max(100).describe('What stands behind the # of the link');
const email = z.email({ error: 'must be an e-mail address such as name@example.com' }).max(254);
const password = z.string().min(1).max(passwordCharactersMax);
const newPassword = password.describe(
  'At least 12 characters, and none of those that would be guessed first; there are no other rules',
);

export const Invitation = z
  .object({
    url: z.url().nullable().describe('Shown here only; null where an Idempotency-Key replays the invitation'),
    expiresAt: DateTime,
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.output<typeof Invitation>;

export const JoinInfoRequest = z.strictObject({ token }).meta({ id: 'JoinInfoRequest' });

export const JoinInfo = z
  .object({
    memberName: z.string().nullable(),
    email: z.string().nullable().describe('Null: the member has none, and gives one when joining'),
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
      .describe('By which the member signs in from then on. Needed where the member has none, else left out'),
    name: z.string().trim().min(1).max(100).optional().describe('Changes the name of the member'),
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
      .describe(
        'Needed by those who are members of several organizations with one e-mail address and password',
      ),
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
    organization: z.object({ organizationId: z.string(), name: z.string() }),
    scopes: z.array(z.string()).describe('What the role of the member may do'),
    csrfToken: z.string().describe('Sent with every change, as the header `x-csrf-token`'),
    expiresAt: DateTime.describe('At the latest; a session that nobody uses is over after 12 hours'),
  })
  .meta({ id: 'Session' });
export type Session = z.output<typeof Session>;

export const SessionList = z
  .object({
    sessions: z.array(
      z.object({
        sessionId: z.string(),
        isCurrent: z.boolean().describe('Whether it is the one that asks'),
        address: z.string().nullable().describe('The IP address from which it was opened'),
        userAgent: z.string().nullable(),
        createdAt: DateTime,
        lastSeenAt: DateTime.describe('To the minute'),
        expiresAt: DateTime,
      }),
    ),
  })
  .meta({ id: 'SessionList' });
export type SessionList = z.output<typeof SessionList>;

export const OidcOffer = z
  .object({ name: z.string().nullable().describe('Null: nobody signs in by a provider here') })
  .meta({ id: 'OidcOffer' });

export const BeginOidc = z
  .strictObject({
    returnTo: z
      .string()
      .max(1000)
      .refine(isReturnAddress, { error: 'must be a path of the console, such as /calls' })
      .default('/')
      .describe('The page of the console to go to when signed in'),
    organizationId: z
      .string()
      .max(64)
      .optional()
      .describe('Needed by those who are members of several organizations with one e-mail address'),
  })
  .meta({ id: 'BeginOidc' });
export type BeginOidc = z.output<typeof BeginOidc>;

export const OidcAddress = z
  .object({ url: z.url().describe('Of the page of the provider') })
  .meta({ id: 'OidcAddress' });

export const FinishOidc = z
  .strictObject({
    query: z
      .string()
      .max(8000)
      .describe('What the provider has added to the address of our page, behind the question mark'),
  })
  .meta({ id: 'FinishOidc' });

export const OidcSession = z
  .object({ session: Session, returnTo: z.string().describe('As `beginOidc` was told') })
  .meta({ id: 'OidcSession' });
