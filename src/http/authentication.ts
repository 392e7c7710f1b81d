/** What a bearer credential stands for. */
export interface Caller {
  organizationId: string;
  memberId: string;
  apiKeyId: string;
  scopes: ReadonlySet<string>;
  /** The rate limit of the organization, for each of its keys. */
  requestsPerSecond: number;
}

export type CredentialProblem = 'missing' | 'malformed' | 'invalid' | 'expired' | 'revoked';

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
  missing: 'A bearer credential is needed: send the header "Authorization: Bearer <API key>".',
  malformed: 'The Authorization header must be "Bearer <API key>".',
  invalid: 'The API key is not valid.',
  expired: 'The API key has expired.',
  revoked: 'The API key has been revoked.',
};

/** Tells who presents a credential; the layer above implements it. */
export interface Authenticator {
  /** Throws a CredentialError. */
  authenticate(authorization: string | undefined): Promise<Caller>;
}
