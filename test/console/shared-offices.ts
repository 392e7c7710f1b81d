import { SharedOffices } from './office.ts';

/** The offices of the suites in one file, such as `offices.test.ts`. */
export const sharedOffices = new SharedOffices();
