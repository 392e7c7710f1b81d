import { newId } from '../../src/platform/kernel/index.ts';
import type { Answer } from '../world/api-world.ts';
import { type Kind, type Place, refusalOf, type Things } from './things.ts';

/** Something that makes what names things. */
export interface Maker {
  name: string;
  /** What it names, and how it loses where that is gone. */
  loses: Partial<Record<Kind, string>>;
  /** Where it always loses or wins: what is deleted takes with it what was made, or is used before. */
  always?: Partial<Record<Kind, 'is removed too' | 'is used already'>>;
  /** Everything but the act itself, which answers `made` or how it lost. */
  prepare(place: Place, things: Things): Promise<() => Promise<string>>;
}

export const outcomeOf = (answer: Answer) => (answer.status < 300 ? 'made' : refusalOf(answer));

export const post =
  (place: Place, path: string, body?: object, method = 'POST') =>
  async () =>
    outcomeOf(await place.request(method, path, body === undefined ? {} : { body }));

export const customer = '+12125550123';
/** How calls lose that name something else than an agent. */
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
