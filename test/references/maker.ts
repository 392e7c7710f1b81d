import { newId } from '../../src/platform/kernel/index.ts';
import type { Answer } from '../world/api-world.ts';
import { type Kind, type Place, refusalOf, type Things } from './things.ts';

/** An action that creates something with references. */
export interface Maker {
  name: string;
  /** The kinds that it names, and its failure when one of them was deleted first. */
  loses: Partial<Record<Kind, string>>;
  /**
   * Kinds for which the order does not matter: the deletion removes the created row too, or the kind is already in use
   * before.
   */
  always?: Partial<Record<Kind, 'is removed too' | 'is used already'>>;
  /** Prepares everything but the action. The returned function runs it, and resolves with `made` or the failure. */
  prepare(place: Place, things: Things): Promise<() => Promise<string>>;
}

export const outcomeOf = (answer: Answer) => (answer.status < 300 ? 'made' : refusalOf(answer));

export const post =
  (place: Place, path: string, body?: object, method = 'POST') =>
  async () =>
    outcomeOf(await place.request(method, path, body === undefined ? {} : { body }));

export const customer = '+12125550123';
/** The failures of calls whose reference was deleted, except the agent. */
export const callFields = {
  number: '400 phoneNumberId',
  schedule: '400 scheduleId',
  retryConfig: '400 callRetryConfigId',
};
export const campaignCall = (things: Things, campaignName = newId('campaign')) => ({
  ...{ campaignName, scheduleId: things.schedule, phoneNumberId: things.number, phoneNumber: customer },
  ...{ callRetryConfigId: things.retryConfig, variables: {} },
});
export const singleCall = (things: Things) => ({
  phoneNumber: customer,
  phoneNumberId: things.number,
  variables: {},
});
