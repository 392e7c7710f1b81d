import { z } from 'zod';
import type { Providers } from '../../conversation/providers/registry.ts';
import type { SecretKey } from '../../platform/access/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { defineRoute, type RequestContext, type Route } from '../../platform/http/index.ts';
import { ApiError, notFound, RateLimiter } from '../../platform/kernel/index.ts';
import { listModels, listVoices } from './list-choices.ts';
import { listPresets } from './list-presets.ts';
import { listProviders } from './list-providers.ts';
import { getProviderCredentials } from './read.ts';
import {
  AgentPresetList,
  ModelQuery,
  PresetQuery,
  ProviderKeyCheck,
  ProviderList,
  ProviderModelPage,
  ProviderName,
  ProviderVoicePage,
  VoiceQuery,
} from './schemas.ts';
import { ProviderTrial, TryProvider, trialBytesMax } from './trial-schemas.ts';
import { tryWithKey } from './try.ts';

export interface ProviderParts {
  db: Database;
  secret: SecretKey;
  /** Returns the providers of this process, which are opened with the first use. Absent where no request uses them. */
  providers?: () => Promise<Providers>;
}

/** The most checks and trials of an organization in a minute, each. A trial costs the organization money. */
const perMinuteMax = 30;
/** The most questions for lists of an organization in a minute. They cost nothing, and answers are remembered. */
const questionsPerMinuteMax = 60;
/** An unknown provider is answered with 404, as an unknown address. */
const providerParameter = z.object({ provider: z.string().meta({ enum: [...ProviderName.options] }) });
const tag = 'Provider keys';

const checkDescription = `Sends the vendor's cheapest request with the key, usually its list of models or voices, and
answers within about 5 s. The outcome \`accepted\` says that the vendor knows the key, not that every model is open to it.
An organization may send 30 checks a minute.`;

const tryDescription = `Asks a model a question, lets a voice speak a sentence, or lets a transcriber hear a few seconds of
speech, with the key that a call would use. A transcriber hears the speech as fast as it was spoken. The answer arrives when it
is complete, at most 15 s after the request or the end of the speech. A failure of the provider is the outcome \`failed\` with its words.
The provider bills the trial, and Parley adds it to no cost. An organization may send 30 trials a minute.`;

const listsDescription = `Asks the vendor with the organization's key, where it has such a list, and keeps the answer for
ten minutes. A vendor that fails is a \`problem\` in the answer, never an error. Of some vendors the list is our own, with its
day. Agents may name models and voices that no list has. An organization may cause 60 questions to vendors a minute.`;

const presetsDescription = `Chooses among the providers whose keys the organization has stored. Where no key serves a part, an
embedded provider stands in if it works, and \`missing\` names the keys that would serve. A \`configuration\` can be sent as it is
when an agent is created or changed. Nothing is stored.`;

/** The operations by which people choose a provider. */
export function catalogRoutes({ db, secret, providers }: ProviderParts): Route[] {
  const checks = new RateLimiter(perMinuteMax);
  const trials = new RateLimiter(perMinuteMax);
  const questions = new RateLimiter(questionsPerMinuteMax);
  const opened = async () => {
    if (!providers) throw new Error('this process opens no providers');
    return await providers();
  };
  return [
    defineRoute({
      method: 'GET',
      path: '/api/providers',
      operationId: 'listProviders',
      tag,
      summary: 'List all providers, with the keys that the organization has stored',
      scope: 'organization:read',
      output: ProviderList,
      status: 200,
      handle: (context) => listProviders({ db, ...context }),
    }),
    ...choiceRoutes({ db, secret }, opened, questions),
    defineRoute({
      method: 'POST',
      path: '/api/provider-keys/{providerKeyId}/check',
      operationId: 'checkProviderKey',
      tag,
      summary: 'Ask the vendor whether it accepts a key',
      description: checkDescription,
      scope: 'organization:write',
      params: z.object({ providerKeyId: z.string() }),
      output: ProviderKeyCheck,
      status: 200,
      errors: [404],
      isNeverReplayed: true,
      inProgressMax: 4,
      async handle({ actor: { organizationId } }, { params: { providerKeyId } }) {
        const key = await getProviderCredentials(db, secret, organizationId, providerKeyId);
        admit(checks, organizationId);
        return (await opened()).checkKey(key.provider, key.credentials);
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/providers/{provider}/try',
      operationId: 'tryProvider',
      tag,
      summary: 'Try a model, a voice or a transcriber',
      description: tryDescription,
      scope: 'agents:write',
      params: providerParameter,
      body: TryProvider,
      bodyBytesMax: trialBytesMax,
      output: ProviderTrial,
      status: 200,
      errors: [404],
      isNeverReplayed: true,
      inProgressMax: 2,
      handle: ({ actor: { organizationId } }, { params, body }) =>
        tryWithKey({ db, secret, organizationId }, providerOf(params.provider), body, () => {
          admit(trials, organizationId);
          return opened();
        }),
    }),
  ];
}

/** The operations that list models and voices. */
function choiceRoutes(
  stored: Pick<ProviderParts, 'db' | 'secret'>,
  opened: () => Promise<Providers>,
  questions: RateLimiter,
): Route[] {
  const shared = {
    method: 'GET',
    tag,
    description: listsDescription,
    scope: 'agents:read',
    status: 200,
  } as const;
  const params = providerParameter;
  const where = (context: RequestContext, path: string) => ({
    ...stored,
    ...{ organizationId: context.actor.organizationId, baseUrl: context.baseUrl, path },
    open: async () => (await opened()).lists(),
    admit: () => admit(questions, context.actor.organizationId),
  });
  return [
    defineRoute({
      ...shared,
      path: '/api/agent-presets',
      operationId: 'listAgentPresets',
      summary: 'List a model, a voice and a transcriber for common wishes',
      description: presetsDescription,
      query: PresetQuery,
      output: AgentPresetList,
      inProgressMax: 8,
      handle: (context, { query }) =>
        listPresets(where(context, '/api/agent-presets'), query.language ?? 'en-US'),
    }),
    defineRoute({
      ...shared,
      path: '/api/providers/{provider}/models',
      operationId: 'listProviderModels',
      summary: 'List the models of a provider',
      params,
      query: ModelQuery,
      output: ProviderModelPage,
      errors: [404],
      inProgressMax: 8,
      handle: (context, { params: { provider }, query }) =>
        listModels(where(context, `/api/providers/${provider}/models`), providerOf(provider), query),
    }),
    defineRoute({
      ...shared,
      path: '/api/providers/{provider}/voices',
      operationId: 'listProviderVoices',
      summary: 'List the voices of a provider',
      params,
      query: VoiceQuery,
      output: ProviderVoicePage,
      errors: [404],
      inProgressMax: 8,
      handle: (context, { params: { provider }, query }) =>
        listVoices(where(context, `/api/providers/${provider}/voices`), providerOf(provider), query),
    }),
  ];
}

/** Returns the provider of a path. Throws 404 for an unknown one. */
function providerOf(name: string): z.output<typeof ProviderName> {
  const known = ProviderName.safeParse(name);
  if (!known.success) throw notFound('provider');
  return known.data;
}

/** Throws 429 over the limit. */
function admit(limiter: RateLimiter, organizationId: string): void {
  const waitSeconds = limiter.count(organizationId, Date.now());
  if (waitSeconds === 0) return;
  const headers = { 'retry-after': String(waitSeconds) };
  const message = 'Too many requests to providers. Try again after the seconds in Retry-After.';
  throw new ApiError(429, 'rate_limited', message, { headers });
}
