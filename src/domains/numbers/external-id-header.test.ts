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
  ])('may not be %s, which means something else', (name) => {
    expect(externalIdHeaderProblem(name)).toContain('meaning');
  });

  it.each(['', 'X External', 'X-Id:', 'X-Id: 5', 'X-Id\r\nVia', 'X-Ü', 'X-"Id"', 'X'.repeat(65)])(
    'may not be %j, which is no name',
    (name) => {
      expect(externalIdHeaderProblem(name)).toContain('must be the name');
    },
  );

  it('is never a text that could end the line or its name', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 70 }), (name) => {
        if (externalIdHeaderProblem(name) === null) expect(name).not.toMatch(/[\s:;,<>"()@/\\]|[^\x21-\x7e]/);
      }),
      { numRuns: 2000 },
    );
  });
});
