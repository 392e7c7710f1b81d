import { ApiError } from '../../../platform/kernel/index.ts';

/** Why nobody was signed in by the provider, in words for who tried. */

export function notConfigured(): ApiError {
  return new ApiError(404, 'oidc.not_configured', 'Nobody signs in by a provider here.');
}

export function unavailable(name: string): ApiError {
  const message = `Sign-in by ${name} is not available: it does not answer, or not as it should. The log of the service says why.`;
  return new ApiError(503, 'oidc.unavailable', message, { headers: { 'retry-after': '5' } });
}

export function busy(): ApiError {
  const headers = { 'retry-after': '2' };
  return new ApiError(503, 'sign_in.busy', 'Too many people are signing in; try again.', { headers });
}

/** `reason`: the provider's word for it, such as access_denied. */
export function refusedByProvider(name: string, reason: string): ApiError {
  return new ApiError(401, 'oidc.refused', `Sign-in by ${name} was refused: ${reason}.`);
}

export function answerInvalid(name: string): ApiError {
  const message = `What ${name} has answered is not valid, so that nobody is signed in. The log of the service says why.`;
  return new ApiError(401, 'oidc.answer_invalid', message);
}

export function begunElsewhere(): ApiError {
  const message =
    'This sign-in is over: it was begun in another window, was used, or took too long. Begin again.';
  return new ApiError(401, 'oidc.begun_elsewhere', message);
}

export function unverified(name: string): ApiError {
  const message = `${name} has told no e-mail address that it has verified, and members are known by theirs.`;
  return new ApiError(403, 'oidc.email_unverified', message);
}

export function noMember(email: string): ApiError {
  const message = `No member has the e-mail address ${email}. Ask an Admin of your organization to add you with it.`;
  return new ApiError(403, 'oidc.no_member', message);
}
