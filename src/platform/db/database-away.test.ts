import { describe, expect, it } from 'vitest';
import { OutcomeUnknownError } from '../kernel/index.ts';
import { isConnectionLost, isDatabaseAway } from './database-away.ts';

const failed = (code: string, message = 'it failed') => Object.assign(new Error(message), { code });

describe('an error of the database', () => {
  it.each([
    ['a socket that broke', failed('EPIPE'), true, true],
    ['a server that shuts down', failed('57P01'), true, true],
    ['a connection that ended', new Error('Connection terminated unexpectedly'), true, true],
    ['a server that is not there', failed('ECONNREFUSED'), false, true],
    ['a pool without a free connection', new Error('timeout exceeded when trying to connect'), false, true],
    ['a server that became a standby', failed('25006'), false, true],
    ['a host whose name is not found', failed('ENOTFOUND'), false, true],
    ['a statement that took too long', failed('57014'), false, true],
    ['a lock that was not got', failed('55P03'), false, true],
    ['a serialization failure', failed('40001'), false, true],
    ['an answer to COMMIT that was lost', new OutcomeUnknownError({ cause: new Error('gone') }), false, true],
    ['a constraint', failed('23505', 'duplicate key'), false, false],
    ['a fault of ours', new TypeError('x is undefined'), false, false],
    ['what is no error', 'Connection refused', false, false],
    ['a code that is a number', Object.assign(new Error('x'), { code: 5 }), false, false],
  ])('%s', (_what, thrown, isLost, isAway) => {
    expect([isConnectionLost(thrown), isDatabaseAway(thrown)]).toEqual([isLost, isAway]);
  });
});
