import { parseArgs } from 'node:util';
import { joinUrl, type OwnerLink, ownerLink } from '../domains/sign-in/index.ts';
import { type Queryable, statement } from '../platform/db/index.ts';
import { readSettings } from '../platform/kernel/index.ts';
import { ownUrl } from '../program/banner.ts';
import { settings as definitions } from '../program/settings.ts';
import { UsageError } from './command-error.ts';
import { requireOwnSecret } from './operator-database.ts';
import { runCommand } from './run-command.ts';

const usage = `npm run --silent owner:link -- [--organization ID|NAME]

Prints a link with which the organization's first Admin sets a password for the console. The link is valid once, for 24
hours, and replaces an earlier link. Standard error names the Admin. If the installation has several organizations,
--organization is required.`;

interface Organization {
  organizationId: string;
  name: string;
}

// The demo has no Admin.
const allOrganizations = statement(
  'operator.organizations',
  `select organization_id as "organizationId", name from organizations where demo_until is null
   order by organization_id`,
);

/** Maximum organizations that an error lists. */
const listedMax = 100;

await runCommand(usage, async ({ openDatabase, print }) => {
  const { values } = parseArgs({ options: { organization: { type: 'string' } } });
  await using database = await openDatabase();
  requireOwnSecret(database);
  const { organizationId, name } = await chooseOrganization(database.db, values.organization);
  const link = await ownerLink(database.db, organizationId);
  if (link === null) throw new Error(`The organization ${shown(name)} (${organizationId}) has no Admin.`);
  const { publicUrl, httpHost, httpPort } = readSettings(definitions, process.env);
  // Only the link goes to standard output, so that a script can take it from there.
  process.stderr.write(`This link signs in ${adminOf(link)}, Admin of ${shown(name)} (${organizationId}).\n`);
  print(joinUrl(publicUrl ?? ownUrl(httpHost, httpPort), link.token));
  return true;
});

/** Returns the organization with the given id or name, or the only one. Throws a UsageError that lists the choices. */
async function chooseOrganization(db: Queryable, given: string | undefined): Promise<Organization> {
  const all = await db.query<Organization>(allOrganizations);
  if (given === undefined) {
    if (all.length === 1) return all[0]!;
    throw new UsageError(
      `There are ${all.length} organizations. Choose one with --organization ID (or NAME).\n${listOf(all)}`,
    );
  }
  const wanted = given.trim().toLowerCase();
  const found = all.filter(
    ({ organizationId, name }) => organizationId === wanted || name.trim().toLowerCase() === wanted,
  );
  if (found.length === 1) return found[0]!;
  throw new UsageError(
    found.length === 0
      ? `No organization has the id or name ${given}. There are:\n${listOf(all)}`
      : `${found.length} organizations have the name ${given}. Choose one with --organization ID.\n${listOf(found)}`,
  );
}

function listOf(organizations: Organization[]): string {
  const lines = organizations
    .slice(0, listedMax)
    .map(({ organizationId, name }) => `  ${organizationId}  ${shown(name)}`);
  const left = organizations.length - lines.length;
  return [...lines, ...(left > 0 ? [`  and ${left} more`] : [])].join('\n');
}

function adminOf({ memberId, memberName, email }: OwnerLink): string {
  return `${shown(memberName ?? 'a member without a name')} ${email === null ? `(${memberId}, without an e-mail address)` : `<${shown(email)}>`}`;
}

/** Returns a text that members chose without terminal control characters. */
function shown(text: string): string {
  return text.replaceAll(/\p{C}/gu, '?');
}
