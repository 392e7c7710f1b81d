/**
 * Checks openapi/openapi.json against Redocly's recommended rules. Prints each problem and exits with 1 when there is one.
 */
import { join } from 'node:path';
import { createConfig, lint } from '@redocly/openapi-core';

const config = await createConfig({
  extends: ['recommended'],
  rules: {
    'tag-description': 'error',
    // Ids have a prefix, so no id is a word of another path.
    'no-ambiguous-paths': 'off',
    'info-license': 'off',
  },
});
const ref = join(import.meta.dirname, '../openapi/openapi.json');
const problems = await lint({ ref, config });
for (const { severity, ruleId, message, location } of problems)
  console.log(`${severity} ${ruleId} at ${location[0]?.pointer}: ${message}`);
process.exitCode = problems.length > 0 ? 1 : 0;
