import { SharedProgram } from '../world/shared-program.ts';

/** The program of the suites in `callers.test.ts`. */
export const callersProgram = new SharedProgram({ PARLEY_EGRESS_ALLOW: '127.0.0.0/8' });
