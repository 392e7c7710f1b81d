import { type Queryable, statement } from '../db/index.ts';
import { countryCandidates, describePhoneNumber } from '../kernel/index.ts';

const select = statement(
  'dialer.allowed_countries',
  `select o.allowed_countries, case when o.allowed_countries is null then
     array(select phone_number from phone_numbers where organization_id = o.organization_id limit 10000)
   end as phone_numbers
   from organizations o where o.organization_id = $1`,
);

/** The countries that an organization may call: those it names, else those of its own numbers. */
export async function allowedCountriesOf(db: Queryable, organizationId: string): Promise<string[]> {
  const [row] = await db.query<{ allowed_countries: string[] | null; phone_numbers: string[] | null }>(
    select,
    [organizationId],
  );
  if (row?.allowed_countries) return row.allowed_countries;
  const countries = (row?.phone_numbers ?? []).flatMap((e164) => {
    const { country } = describePhoneNumber(e164);
    return country === null ? countryCandidates(e164) : [country];
  });
  return [...new Set(countries)];
}
