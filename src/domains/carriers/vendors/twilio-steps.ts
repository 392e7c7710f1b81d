import { CarrierRefusal } from '../refusal.ts';
import type { CarrierStep, StepKind } from '../schemas.ts';
import { idIn, listIn, restoring, textIn } from './requests.ts';
import {
  originationUrl,
  type TwilioAccount,
  twilioApi,
  twilioDomain,
  twilioTrunking,
} from './twilio-account.ts';
import type { CarrierVendor, StepContext, VendorStep } from './vendor.ts';

const trunks = '/v1/Trunks';
export const twilioSetup: readonly StepKind[] = [
  'credential-list',
  'credential',
  'vendor-trunk',
  'origination',
  'credential-mapping',
];

/** The steps at Twilio: an Elastic SIP Trunk with a credential list and an origination address, and its numbers. */
export function twilioSteps(account: TwilioAccount): Pick<CarrierVendor, 'steps'> {
  const { requests, path } = account;
  const listPath = ({ idOf }: StepContext) => `SIP/CredentialLists/${idOf('credential-list')}`;
  return {
    steps: {
      'credential-list': {
        find: async ({ label }) => {
          const found = await requests.get(twilioApi, path('SIP/CredentialLists'), { PageSize: '1000' });
          const list = listIn(found, 'credential_lists').find((one) => one.friendly_name === label);
          return list ? { id: idIn(list, 'sid') } : null;
        },
        make: async ({ label }) => {
          const form = { FriendlyName: label };
          return { id: idIn(await requests.post(twilioApi, path('SIP/CredentialLists'), { form }), 'sid') };
        },
        undo: async (_context, _step, id) => {
          await requests.delete(twilioApi, path(`SIP/CredentialLists/${id}`));
          return 'undone';
        },
      },
      credential: {
        find: async (context) => {
          const found = await requests.get(twilioApi, path(`${listPath(context)}/Credentials`));
          const user = listIn(found, 'credentials').find((one) => one.username === context.tag);
          return user ? { id: idIn(user, 'sid') } : null;
        },
        make: async (context) => {
          const form = { Username: context.tag, Password: context.sipPassword };
          const made = await requests.post(twilioApi, path(`${listPath(context)}/Credentials`), { form });
          return { id: idIn(made, 'sid') };
        },
        // The list is deleted with it.
        undo: null,
      },
      'vendor-trunk': {
        find: async ({ label }) => {
          const found = await requests.get(twilioTrunking, trunks, { PageSize: '1000' });
          const trunk = listIn(found, 'trunks').find((one) => one.friendly_name === label);
          return trunk ? { id: idIn(trunk, 'sid') } : null;
        },
        make: async ({ label, tag }) => {
          const form = { FriendlyName: label, DomainName: twilioDomain(tag) };
          return { id: idIn(await requests.post(twilioTrunking, trunks, { form }), 'sid') };
        },
        undo: async (_context, _step, id) => {
          await requests.delete(twilioTrunking, `${trunks}/${id}`);
          return 'undone';
        },
      },
      origination: inTrunk(account, 'OriginationUrls', 'origination_urls', (context) => ({
        ...{ FriendlyName: context.label, SipUrl: originationUrl(context) },
        ...{ Priority: '10', Weight: '10', Enabled: 'true' },
      })),
      'credential-mapping': inTrunk(account, 'CredentialLists', 'credential_lists', ({ idOf }) => ({
        CredentialListSid: idOf('credential-list'),
      })),
      buy: buying(account),
      assign: assigning(account),
    },
  };
}

/** A resource within the trunk at Twilio, of which there is one. */
function inTrunk(
  { requests }: TwilioAccount,
  resource: string,
  key: string,
  form: (context: StepContext) => Record<string, string>,
): VendorStep {
  const pathOf = ({ idOf }: StepContext) => `${trunks}/${idOf('vendor-trunk')}/${resource}`;
  return {
    find: async (context) => {
      const [first] = listIn(await requests.get(twilioTrunking, pathOf(context)), key);
      return first ? { id: idIn(first, 'sid') } : null;
    },
    make: async (context) => {
      const made = await requests.post(twilioTrunking, pathOf(context), { form: form(context) });
      return { id: idIn(made, 'sid') };
    },
    // The trunk is deleted with it.
    undo: null,
  };
}

/** Buys exactly this number, so a request that arrives twice buys it once. */
function buying({ requests, path, number, priceOf }: TwilioAccount): VendorStep {
  return {
    prepare: async (_context, step) => {
      if (await number(step.phoneNumber!)) throw new CarrierRefusal('already-owned');
      const price = await priceOf(step.phoneNumber!);
      if (price !== step.monthlyPrice) {
        throw new CarrierRefusal('price-changed', `The price is ${price ?? 'unknown'} a month.`);
      }
      return null;
    },
    find: async (_context, step) => {
      const bought = await number(step.phoneNumber!);
      return bought && { id: idIn(bought, 'sid') };
    },
    make: async ({ label }, { phoneNumber }) => {
      const form = { PhoneNumber: phoneNumber!, FriendlyName: label };
      return { id: idIn(await requests.post(twilioApi, path('IncomingPhoneNumbers'), { form }), 'sid') };
    },
    undo: async (_context, _step, id) => {
      await requests.delete(twilioApi, path(`IncomingPhoneNumbers/${id}`));
      return 'undone';
    },
  };
}

/** What took the calls of a number before. A trunk and an application exclude each other; a web address stays stored. */
interface Before {
  trunkSid: string | null;
  voiceApplicationSid: string | null;
}

/** Returns whether a number is as it was before: an earlier request has undone the step. */
function isAs(before: Partial<Before>, number: Record<string, unknown> | null): boolean {
  if (number === null) return false;
  const { trunkSid = null, voiceApplicationSid = null } = before;
  return (
    textIn(number, 'trunk_sid') === trunkSid &&
    textIn(number, 'voice_application_sid') === voiceApplicationSid
  );
}

function assigning({ requests, path, number }: TwilioAccount): VendorStep {
  const owned = async ({ phoneNumber }: CarrierStep) => {
    const found = await number(phoneNumber!);
    if (!found) throw new CarrierRefusal('number-gone');
    return found;
  };
  const change = (id: string, form: Record<string, string>) =>
    requests.post(twilioApi, path(`IncomingPhoneNumbers/${id}`), { form });
  return {
    prepare: async (_context, step) => {
      const found = await owned(step);
      const before: Before = {
        trunkSid: textIn(found, 'trunk_sid'),
        voiceApplicationSid: textIn(found, 'voice_application_sid'),
      };
      return JSON.stringify(before);
    },
    find: async ({ idOf }, step) => {
      const found = await owned(step);
      return found.trunk_sid === idOf('vendor-trunk') ? { id: idIn(found, 'sid') } : null;
    },
    make: async ({ idOf }, step) => {
      const id = idIn(await owned(step), 'sid');
      await change(id, { TrunkSid: idOf('vendor-trunk') });
      return { id };
    },
    undo: async ({ idOf }, step, id) => {
      const found = await number(step.phoneNumber!);
      const trunkSid = idOf('vendor-trunk');
      const before = JSON.parse(step.before ?? '{}') as Partial<Before>;
      if (found?.trunk_sid !== trunkSid) return isAs(before, found) ? 'undone' : 'kept';
      const { voiceApplicationSid, trunkSid: earlier } = before;
      const takeOff = () => requests.delete(twilioTrunking, `${trunks}/${trunkSid}/PhoneNumbers/${id}`);
      await restoring([
        ...(voiceApplicationSid ? [() => change(id, { VoiceApplicationSid: voiceApplicationSid })] : []),
        ...(earlier ? [() => change(id, { TrunkSid: earlier })] : []),
        takeOff,
      ]);
      return 'undone';
    },
  };
}
