import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { externalIdHeaderProblem } from './external-id-header.ts';

describe('the header of the external id', () => {
  it.each(['X-External-ID', 'x-external-id', 'User-to-User', 'X_Ref.2', 'P-My-Correlation'])(
    'may be %s',
    (name) => {
      expect(externalIdHeaderProblem(name)).toBeNull();
    },
  );

  it.each([
    'Via',
    'FROM',
    'to',
    'Call-ID',
    'i',
    'V',
    'X',
    'CSeq',
    'Contact',
    'P-Asserted-Identity',
    'Diversion',
  ])('must not be %s, which has a meaning in SIP', (name) => {
    expect(externalIdHeaderProblem(name)).toContain('meaning');
  });

  it.each(['', 'X External', 'X-Id:', 'X-Id: 5', 'X-Id\r\nVia', 'X-Ü', 'X-"Id"', 'X'.repeat(65)])(
    'must not be %j, which is not a header name',
    (name) => {
      expect(externalIdHeaderProblem(name)).toContain('must be the name');
    },
  );

  it('never contains a line break or a colon', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 70 }), (name) => {
        if (externalIdHeaderProblem(name) === null) expect(name).not.toMatch(/[\s:;,<>"()@/\\]|[^\x21-\x7e]/);
      }),
      { numRuns: 2000 },
    );
  });
});
