import type { Page } from 'playwright-core';

/** Changes every panel of the organization page, and checks one refusal in each. */
export async function setOrganization(page: Page): Promise<void> {
  const panel = (name: string) => page.getByRole('region', { name });
  const save = (within: string, name: string) => panel(within).getByRole('button', { name }).click();
  const shown = (text: string) => page.getByText(text).first().waitFor();

  const calls = panel('Name and limits').getByLabel('Concurrent calls');
  await calls.fill('0');
  await save('Name and limits', 'Save limits');
  await panel('Name and limits').locator('.mantine-NumberInput-error').getByText('1').waitFor();
  await calls.fill('40');
  await save('Name and limits', 'Save limits');
  await shown('Name and limits were saved.');

  const reach = panel('Allowed destinations').getByLabel('Countries');
  await reach.pressSequentially('us xx ');
  await save('Allowed destinations', 'Save destinations');
  await panel('Allowed destinations').locator('[id$=-error]').getByText('such as US').waitFor();
  await save('Allowed destinations', 'Discard changes');
  await reach.pressSequentially('us de ');
  await save('Allowed destinations', 'Save destinations');
  await shown('Currently allowed: DE, US.');

  await panel('Calling rules').getByLabel('Maximum calls per person').fill('3');
  await save('Calling rules', 'Save calling rules');
  await panel('Calling rules').locator('.mantine-NumberInput-error').waitFor();
  await panel('Calling rules').getByLabel('Within').fill('7');
  await panel('Calling rules').getByRole('checkbox').first().check();
  await save('Calling rules', 'Save calling rules');
  await shown('Calling rules saved.');

  await panel('Circuit breaker').getByLabel('Failed attempts').fill('30');
  await save('Circuit breaker', 'Save circuit breaker');
  await panel('Circuit breaker').locator('[id$=-error]').getByText('must not exceed attempts').waitFor();
  await panel('Circuit breaker').getByLabel('Failed attempts').fill('5');
  await save('Circuit breaker', 'Save circuit breaker');
  await shown('Circuit breaker saved.');

  await panel('Eligibility webhook').getByLabel('URL').fill('https://example.com/may-i');
  await save('Eligibility webhook', 'Save eligibility webhook');
  await panel('Eligibility webhook').locator('[id$=-error]').getByText('must be given').waitFor();
  await panel('Eligibility webhook')
    .getByLabel('Secret', { exact: true })
    .fill(`whsec_${Buffer.alloc(32, 7).toString('base64')}`);
  await save('Eligibility webhook', 'Save eligibility webhook');
  await shown('Eligibility webhook saved.');

  await panel('Retention').getByLabel('Calls', { exact: true }).fill('7');
  await panel('Retention').getByLabel('Audit log').fill('1');
  await save('Retention', 'Save retention');
  await panel('Retention').locator('.mantine-NumberInput-error').waitFor();
  await panel('Retention').getByLabel('Audit log').fill('90');
  await save('Retention', 'Save retention');
  await shown('Retention saved.');
}
