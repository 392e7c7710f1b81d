import type { Page } from 'playwright-core';

/** On the page of the organization: changes something in every panel, and sees each refuse something at its field. */
export async function setOrganization(page: Page): Promise<void> {
  const panel = (name: string) => page.getByRole('region', { name });
  const save = (within: string, name: string) => panel(within).getByRole('button', { name }).click();
  const told = (text: string) => page.getByText(text).first().waitFor();

  const calls = panel('Name and limits').getByLabel('Calls at one time');
  await calls.fill('0');
  await save('Name and limits', 'Save limits');
  await panel('Name and limits').locator('.mantine-NumberInput-error').getByText('1').waitFor();
  await calls.fill('40');
  await save('Name and limits', 'Save limits');
  await told('Name and limits were saved.');

  const reach = panel('Where calls may go').getByLabel('Countries');
  await reach.pressSequentially('us xx ');
  await save('Where calls may go', 'Save reach');
  await panel('Where calls may go').locator('[id$=-error]').getByText('such as US').waitFor();
  await save('Where calls may go', 'Discard changes');
  await reach.pressSequentially('us de ');
  await save('Where calls may go', 'Save reach');
  await told('As things are now: DE, US.');

  await panel('Rules of calling').getByLabel('Calls to one person at most').fill('3');
  await save('Rules of calling', 'Save rules');
  await panel('Rules of calling').locator('.mantine-NumberInput-error').waitFor();
  await panel('Rules of calling').getByLabel('Within').fill('7');
  await panel('Rules of calling').getByRole('checkbox').first().check();
  await save('Rules of calling', 'Save rules');
  await told('The rules of calling were saved.');

  await panel('Circuit breaker').getByLabel('Failed attempts').fill('30');
  await save('Circuit breaker', 'Save circuit breaker');
  await panel('Circuit breaker').locator('[id$=-error]').getByText('must not exceed attempts').waitFor();
  await panel('Circuit breaker').getByLabel('Failed attempts').fill('5');
  await save('Circuit breaker', 'Save circuit breaker');
  await told('The circuit breaker was saved.');

  await panel('Eligibility webhook').getByLabel('Address').fill('https://example.com/may-i');
  await save('Eligibility webhook', 'Save webhook');
  await panel('Eligibility webhook').locator('[id$=-error]').getByText('must be given').waitFor();
  await panel('Eligibility webhook')
    .getByLabel('Secret', { exact: true })
    .fill(`whsec_${Buffer.alloc(32, 7).toString('base64')}`);
  await save('Eligibility webhook', 'Save webhook');
  await told('The eligibility webhook was saved.');

  await panel('Retention').getByLabel('Calls', { exact: true }).fill('7');
  await panel('Retention').getByLabel('Audit log').fill('1');
  await save('Retention', 'Save retention');
  await panel('Retention').locator('.mantine-NumberInput-error').waitFor();
  await panel('Retention').getByLabel('Audit log').fill('90');
  await save('Retention', 'Save retention');
  await told('Retention was saved.');
}
