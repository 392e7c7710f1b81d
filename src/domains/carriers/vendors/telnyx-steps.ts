import { isIP } from 'node:net';
import { countryCandidates } from '../../../platform/kernel/index.ts';
import { CarrierRefusal } from '../refusal.ts';
import type { CarrierStep, StepKind } from '../schemas.ts';
import { idIn, listIn, restoring, textIn } from './requests.ts';
import { type TelnyxAccount, telnyxApi } from './telnyx-account.ts';
import type { CarrierVendor, Made, StepContext, VendorStep } from './vendor.ts';

export const telnyxSetup: readonly StepKind[] = ['voice-profile', 'vendor-connection', 'vendor-address'];

/**
 * The steps at Telnyx: an outbound voice profile, a connection that is known by this installation's address, and its
 * numbers.
 */
export function telnyxSteps(account: TelnyxAccount): Pick<CarrierVendor, 'steps'> {
  return {
    steps: {
      'voice-profile': resource(account, {
        path: () => '/v2/outbound_voice_profiles',
        filter: ({ label }) => ({ 'filter[name][contains]': label }),
        isOwn: (one, { label }) => one.name === label,
        // Calls to other countries are refused: a stolen trunk costs less.
        fields: ({ label, countries }) => ({
          ...{ name: label, traffic_type: 'conversational', service_plan: 'global' },
          whitelisted_destinations: countries,
        }),
      }),
      'vendor-connection': resource(account, {
        path: (context) => `/v2/${isByAddress(context) ? 'ip' : 'fqdn'}_connections`,
        filter: ({ label }) => ({ 'filter[connection_name][contains]': label }),
        isOwn: (one, { label }) => one.connection_name === label,
        fields: ({ label, idOf }) => ({
          ...{ connection_name: label, active: true, transport_protocol: 'UDP' },
          inbound: {
            ...{ ani_number_format: '+E.164', dnis_number_format: '+e164' },
            codecs: ['G711U', 'G711A'],
          },
          outbound: { outbound_voice_profile_id: idOf('voice-profile') },
        }),
      }),
      'vendor-address': resource(account, {
        path: (context) => `/v2/${isByAddress(context) ? 'ips' : 'fqdns'}`,
        filter: ({ idOf }) => ({ 'filter[connection_id]': idOf('vendor-connection') }),
        isOwn: (one, { idOf }) => one.connection_id === idOf('vendor-connection'),
        fields: (context) => {
          const { host, port } = context.sipAddress;
          const connection_id = context.idOf('vendor-connection');
          if (isByAddress(context)) return { connection_id, ip_address: host, port };
          return { connection_id, fqdn: host, port, dns_record_type: 'a' };
        },
      }),
      buy: ordering(account),
      assign: assigning(account),
    },
  };
}

/** Whether Telnyx gets an IP address, and not a name. */
function isByAddress({ sipAddress }: StepContext): boolean {
  return isIP(sipAddress.host) !== 0;
}

interface Kind {
  path(context: StepContext): string;
  filter(context: StepContext): Record<string, string>;
  /** Whether a resource of the list is the one that this connection made. */
  isOwn(one: Record<string, unknown>, context: StepContext): boolean;
  fields(context: StepContext): Record<string, unknown>;
}

/** A step that creates a resource under a path, and deletes it. */
function resource({ requests }: TelnyxAccount, { path, filter, isOwn, fields }: Kind): VendorStep {
  return {
    find: async (context) => {
      const found = await requests.get(telnyxApi, path(context), filter(context));
      const own = listIn(found, 'data').find((one) => isOwn(one, context));
      return own ? { id: idIn(own, 'id') } : null;
    },
    make: async (context) => {
      const made = await requests.post(telnyxApi, path(context), { json: fields(context) });
      return { id: idIn(dataOf(made), 'id') };
    },
    undo: async (context, _step, id) => {
      await requests.delete(telnyxApi, `${path(context)}/${id}`);
      return 'undone';
    },
  };
}

/** An order has a reference of ours, so it is found again and never placed twice. Telnyx decides on it later. */
function ordering(account: TelnyxAccount): VendorStep {
  const { requests, number, offer } = account;
  const reference = ({ tag }: StepContext, { phoneNumber }: CarrierStep) => `${tag} ${phoneNumber}`;
  return {
    prepare: async (_context, step) => {
      if (await number(step.phoneNumber!)) throw new CarrierRefusal('already-owned');
      const found = await offer(step.phoneNumber!);
      if (!found) throw new CarrierRefusal('number-gone');
      if (found.monthlyPrice === step.monthlyPrice) return null;
      throw new CarrierRefusal('price-changed', `The price is ${found.monthlyPrice ?? 'unknown'} a month.`);
    },
    find: async (context, step) => {
      const query = { 'filter[customer_reference]': reference(context, step), 'page[size]': '100' };
      const orders = listIn(await requests.get(telnyxApi, '/v2/number_orders', query), 'data');
      const order = orders.find(
        (one) => one.customer_reference === reference(context, step) && one.status !== 'failure',
      );
      return order ? await boughtBy(account, order, step) : null;
    },
    make: async (context, step) => {
      const json = {
        phone_numbers: [{ phone_number: step.phoneNumber }],
        customer_reference: reference(context, step),
      };
      const order = dataOf(await requests.post(telnyxApi, '/v2/number_orders', { json }));
      if (order.status === 'failure') throw new CarrierRefusal('number-gone', 'The order failed.');
      return boughtBy(account, order, step);
    },
    undo: async (_context, _step, id) => {
      await requests.delete(telnyxApi, `/v2/phone_numbers/${id}`);
      return 'undone';
    },
  };
}

/** Returns the number that an order bought; pending until the account has it. */
async function boughtBy(
  { number }: TelnyxAccount,
  order: Record<string, unknown>,
  { phoneNumber }: CarrierStep,
): Promise<Made> {
  if (order.requirements_met === false) {
    throw new CarrierRefusal('documents-needed', 'The order waits for its requirements.', {
      isUnknown: true,
    });
  }
  const bought = order.status === 'success' ? await number(phoneNumber!) : null;
  return bought ? { id: idIn(bought, 'id') } : { id: idIn(order, 'id'), isPending: true };
}

function assigning({ requests, number }: TelnyxAccount): VendorStep {
  const owned = async ({ phoneNumber }: CarrierStep) => {
    const found = await number(phoneNumber!);
    if (!found) throw new CarrierRefusal('number-gone');
    return found;
  };
  const assign = (id: string, connectionId: string) =>
    requests.patch(telnyxApi, `/v2/phone_numbers/${id}`, { json: { connection_id: connectionId } });
  return {
    prepare: async (_context, step) => textIn(await owned(step), 'connection_id'),
    find: async ({ idOf }, step) => {
      const found = await owned(step);
      return found.connection_id === idOf('vendor-connection') ? { id: idIn(found, 'id') } : null;
    },
    make: async ({ idOf }, step) => {
      const id = idIn(await owned(step), 'id');
      await allowCountryOf(requests, idOf('voice-profile'), step.phoneNumber!);
      await assign(id, idOf('vendor-connection'));
      return { id };
    },
    undo: async ({ idOf }, step, id) => {
      const connectionId = textIn((await number(step.phoneNumber!)) ?? {}, 'connection_id');
      if (connectionId === step.before) return 'undone';
      if (connectionId !== idOf('vendor-connection')) return 'kept';
      // The empty text takes the number off its connection.
      await restoring([() => assign(id, step.before ?? ''), () => assign(id, '')]);
      return 'undone';
    },
  };
}

/** Lets the profile call the country of a number, which may be connected later than others. */
async function allowCountryOf(
  requests: TelnyxAccount['requests'],
  profileId: string,
  phoneNumber: string,
): Promise<void> {
  const [country] = countryCandidates(phoneNumber);
  const path = `/v2/outbound_voice_profiles/${profileId}`;
  const { name, whitelisted_destinations: allowed } = dataOf(await requests.get(telnyxApi, path));
  if (country === undefined || !Array.isArray(allowed) || allowed.includes(country)) return;
  await requests.patch(telnyxApi, path, { json: { name, whitelisted_destinations: [...allowed, country] } });
}

function dataOf(answer: Record<string, unknown>): Record<string, unknown> {
  return (answer.data ?? {}) as Record<string, unknown>;
}
