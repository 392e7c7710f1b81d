import { ApiError } from '../../../platform/kernel/index.ts';

/** The errors of single sign-on, in words for the person who tried. */

export function notConfigured(): ApiError {
  return new ApiError(404, 'oidc.not_configured', 'Single sign-on is not configured on this installation.');
}

export function unavailable(name: string): ApiError {
  const message = `Single sign-on with ${name} is not available: the provider did not respond, or not correctly. The service log has the reason.`;
  return new ApiError(503, 'oidc.unavailable', message, { headers: { 'retry-after': '5' } });
}

export function busy(): ApiError {
  const headers = { 'retry-after': '2' };
  return new ApiError(503, 'sign_in.busy', 'Too many people are signing in. Try again in 2 seconds.', {
    headers,
  });
}

/** `reason`: the provider's error code, such as access_denied. */
export function refusedByProvider(name: string, reason: string): ApiError {
  return new ApiError(401, 'oidc.refused', `${name} refused the sign-in: ${reason}.`);
}

export function answerInvalid(name: string): ApiError {
  const message = `The response of ${name} is invalid, so the sign-in failed. The service log has the reason.`;
  return new ApiError(401, 'oidc.answer_invalid', message);
}

export function begunElsewhere(): ApiError {
  const message = 'This sign-in has expired, was already used, or began in another window. Start again.';
  return new ApiError(401, 'oidc.begun_elsewhere', message);
}

export function unverified(name: string): ApiError {
  const message = `${name} reported no verified e-mail address, which identifies members.`;
  return new ApiError(403, 'oidc.email_unverified', message);
}

export function noMember(email: string): ApiError {
  const message = `No member has the e-mail address ${email}. Ask an Admin of your organization to add it.`;
  return new ApiError(403, 'oidc.no_member', message);
}
