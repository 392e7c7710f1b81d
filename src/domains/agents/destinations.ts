import type { Queryable } from '../../platform/db/index.ts';
import type { FieldError } from '../../platform/kernel/index.ts';
import { parseUri } from '../../telephony/sip/syntax/index.ts';
import { dialPlanOf } from '../rules/index.ts';
import { judgeAddress } from './configuration/judge-address.ts';
import type { AgentConfiguration } from './schemas.ts';
import { addressTerms } from './store/references.ts';

/**
 * Returns the SIP destinations that no trunk of the organization can be used for. Countries and types of numbers are
 * judged when the destination is called, because the organization's settings may change before. A trunk without a country
 * or numbers of its own has the country of another number of the organization.
 */
export async function addressProblems(
  db: Queryable,
  organizationId: string,
  { transferDestinations }: Pick<AgentConfiguration, 'transferDestinations'>,
): Promise<FieldError[]> {
  if (transferDestinations.every(({ type }) => type !== 'sip')) return [];
  const { sipHosts, trunks } = await addressTerms(db, organizationId);
  const plans = trunks.map(({ dialPlan, number }) => dialPlanOf(dialPlan, number ?? ''));
  if (plans.length === 0) plans.push({ country: null, exitCodes: [], linePrefixes: [] });
  const distinct = [...new Map(plans.map((plan) => [JSON.stringify(plan), plan])).values()];
  const trunkHosts = trunks.map(({ host }) => host.toLowerCase());
  return transferDestinations.flatMap(({ type, destination }, index) => {
    const uri = type === 'sip' ? parseUri(destination) : null;
    if (!uri) return [];
    const verdicts = distinct.map((plan) =>
      judgeAddress(uri, { plan, reach: { allowedCountries: [] }, sipHosts, trunkHosts }),
    );
    const isUsable = verdicts.some((verdict) => verdict.allowed || verdict.isSetting);
    const [first] = verdicts;
    if (isUsable || !first || first.allowed) return [];
    const field = `transferDestinations.${index}.destination`;
    return [{ field, message: `cannot be called. ${first.message}` }];
  });
}
