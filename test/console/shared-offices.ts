import { SharedOffices } from './office.ts';

/** The offices of the suites in `offices.test.ts`. */
export const sharedOffices = new SharedOffices();
