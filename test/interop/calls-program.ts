import { SharedProgram } from '../world/shared-program.ts';

/** The program of the suites in `calls.test.ts`. */
export const callsProgram = new SharedProgram({ PARLEY_EGRESS_ALLOW: '127.0.0.1/32' });
