import { parseCidrs, setting } from '../kernel/index.ts';

/** The settings of requests to URLs of users. */
export const egressSettings = {
  egressAllow: setting({
    env: 'PARLEY_EGRESS_ALLOW',
    doc: 'Private or loopback CIDRs that user-configured URLs may reach, separated by commas.',
    accepts: 'a list of CIDRs such as 10.1.0.0/16,127.0.0.1/32',
    default: null,
    defaultWords: 'none',
    parse: parseCidrs,
  }),
};
