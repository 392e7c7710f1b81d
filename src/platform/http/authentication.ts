/** Whom a credential stands for. */
export interface Caller {
  organizationId: string;
  memberId: string;
  /** The key, or the session: limits are its own. */
  apiKeyId: string;
  scopes: ReadonlySet<string>;
  /** The rate limit of the organization, for each of its keys and sessions. */
  requestsPerSecond: number;
  /**
   * For a session, whose cookie browsers send by themselves, what only a page of ours can know: changes have to bring it.
   * Null for a key.
   */
  csrfToken: string | null;
}

/** Where a request may say who sends it. */
export interface PresentedCredentials {
  /** The Authorization header. It counts where both are there. */
  authorization?: string | undefined;
  /** The Cookie header. */
  cookie?: string | undefined;
  /** False where it is asked again for an answer that is under way: that is no use of a session. True when left out. */
  isUse?: boolean;
}

type CredentialProblem = 'missing' | 'malformed' | 'invalid' | 'expired' | 'revoked' | 'ended';

/** Why a credential was not taken. */
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
    'A bearer credential is needed: send the header "Authorization: Bearer <API key>", or sign in at the console.',
  malformed: 'The Authorization header must be "Bearer <API key>".',
  invalid: 'The API key is not valid.',
  expired: 'The API key has expired.',
  revoked: 'The API key has been revoked.',
  ended: 'The session is over: sign in again.',
};

/** Tells who presents a credential; the layer above implements it. */
export interface Authenticator {
  /** Throws a CredentialError. */
  authenticate(presented: PresentedCredentials): Promise<Caller>;
}
