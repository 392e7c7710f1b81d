import { parseBaseUrl, setting } from '../../platform/kernel/index.ts';

/** The settings of connections to carriers. */
export const carrierSettings = {
  carrierTestUrl: setting({
    env: 'PARLEY_CARRIER_TEST_URL',
    doc: 'The base of a server that stands for the APIs of Twilio and Telnyx, for tests without an account. It receives the keys of carrier connections, as `/api.twilio.com/…`, `/api.telnyx.com/…` and so on. The trunks of such connections lead to the same address and the next port. `npm run carrier:accounts` starts such a server. A private address, such as 127.0.0.1, must be in `PARLEY_EGRESS_ALLOW` as well.',
    accepts: 'an http or https URL without a query',
    default: null,
    defaultWords: 'none: keys go to Twilio and Telnyx alone',
    parse: parseBaseUrl,
  }),
};
