/** The owner of a credential. */
export interface Caller {
  organizationId: string;
  memberId: string;
  /** The id of the key or session. Rate limits are counted by it. */
  apiKeyId: string;
  scopes: ReadonlySet<string>;
  /** The organization's rate limit, for each of its keys and sessions. */
  requestsPerSecond: number;
  /**
   * The token that a change by a session must bring, because browsers send the cookie by themselves. `null` for a key.
   */
  csrfToken: string | null;
}

/** The headers of a request that can identify its sender. */
export interface PresentedCredentials {
  /** The Authorization header. It takes precedence over the cookie. */
  authorization?: string | undefined;
  cookie?: string | undefined;
  /**
   * `false` when an answer in progress checks the credential again, which must not prolong a session. Default `true`.
   */
  isUse?: boolean;
}

type CredentialProblem = 'missing' | 'malformed' | 'invalid' | 'expired' | 'revoked' | 'ended';

/** A credential was refused. */
export class CredentialError extends Error {
  readonly problem: CredentialProblem;

  constructor(problem: CredentialProblem) {
    super(messages[problem]);
    this.name = 'CredentialError';
    this.problem = problem;
  }
}

const messages: Record<CredentialProblem, string> = {
  missing:
    'A bearer credential is required: send the header "Authorization: Bearer <API key>", or sign in at the console.',
  malformed: 'The Authorization header must be "Bearer <API key>".',
  invalid: 'The API key is not valid.',
  expired: 'The API key has expired.',
  revoked: 'The API key has been revoked.',
  ended: 'The session is over: sign in again.',
};

/** Identifies the owner of a credential. The access folder implements it. */
export interface Authenticator {
  /** Throws a CredentialError. */
  authenticate(presented: PresentedCredentials): Promise<Caller>;
}
