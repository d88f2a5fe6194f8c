import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { newPerson } from '../../support/people.ts';
import { screen } from '../../support/screens.ts';
import { recordRequests } from '../../support/traffic.ts';
import {
  detailsOf,
  expectErrors,
  field,
  fillDetails,
  fillPasswords,
  goToAgreements,
  nda,
  press,
  STEPS,
  terms,
} from './creating.ts';

const WEAK =
  'Password needs to be 8 – 14 characters with at least 1 letter, 1 number, 1 special character (-@$!%*#?&), and no spaces.';

test.describe('CREATE_ACCOUNT', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/onboarding/create-account');
    await screen(page, STEPS.details);
  });

  test('Next on an empty step names every missing field, and the step stays open', async ({ page }) => {
    await press(page, 'Next');
    await expectErrors(page, {
      'First Name': 'First Name Required',
      'Last Name': 'Last Name Required',
      Email: 'Email Required',
      'Organization Name': 'Organization Name Required',
      'Phone Number': 'Phone Number Required',
    });
    await screen(page, STEPS.details);
  });

  test('an invalid email and phone number are rejected, and the corrected step continues', async ({ page }) => {
    const person = newPerson();
    for (const [label, value] of Object.entries(detailsOf(person))) await field(page, label).fill(value);
    await field(page, 'Email').fill('ada@example');
    await field(page, 'Phone Number').fill('123123123');
    await press(page, 'Next');
    await expectErrors(page, {
      Email: 'Invalid Email',
      'Phone Number': 'Invalid Phone Number (example 1231231234)',
    });
    await field(page, 'Email').fill(person.email);
    await field(page, 'Phone Number').fill(person.phone);
    await press(page, 'Next');
    await screen(page, STEPS.password);
    await expect(page.getByText('Step 2 of 3')).toBeVisible();
  });

  test('phone number keeps only ten digits, and the country can be searched and selected', async ({ page }) => {
    await field(page, 'Phone Number').pressSequentially('(416) 555-01019x');
    await expect(field(page, 'Phone Number')).toHaveValue('4165550101');
    const country = page.getByRole('combobox', { name: 'Country' });
    await expect(country).toHaveValue('Canada (CA) +1');
    await country.click();
    await expect(page.getByRole('option').first()).toHaveText('Australia (AU) +61');
    await country.fill('deutsch');
    await expect(page.getByText('No country matches.').first()).toBeVisible();
    await country.fill('germ');
    await page.getByRole('option', { name: /Germany/ }).click();
    await expect(country).toHaveValue('Germany (DE) +49');
  });

  test('an impossible phone number is rejected, and the corrected step continues', async ({ page }) => {
    const person = newPerson();
    for (const [label, value] of Object.entries(detailsOf(person))) await field(page, label).fill(value);
    for (const phone of ['4160550101', '0015550101']) {
      await field(page, 'Phone Number').fill(phone);
      await press(page, 'Next');
      await expectErrors(page, { 'Phone Number': 'Invalid Phone Number (example 1231231234)' });
    }
    await field(page, 'Phone Number').fill(person.phone);
    await press(page, 'Next');
    await screen(page, STEPS.password);
  });

  test('Cancel returns to the login screen and clears all input', async ({ page }) => {
    await field(page, 'First Name').fill('Ada');
    await press(page, 'Cancel');
    await screen(page, 'Please Sign In');
    expect(await page.evaluate(() => sessionStorage.getItem('create-account'))).toBeNull();
    await page.goBack();
    await screen(page, STEPS.details);
    await expect(field(page, 'First Name')).toHaveValue('');
  });
});

test.describe('SET_PASSWORD', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/onboarding/create-account');
    await fillDetails(page, newPerson());
  });

  test('Next on an empty step requires both passwords', async ({ page }) => {
    await press(page, 'Next');
    await expectErrors(page, { Password: 'Password Required', 'Confirm Password': 'Confirm Password Required' });
  });

  for (const [why, password] of [
    ['short', 'Pass-1a'],
    ['without a letter', '1234567-'],
    ['without a digit', 'Password-'],
    ['without a special character', 'Password1'],
    ['with a space', 'Good pass-1'],
  ] as const) {
    test(`password ${why} is rejected with the rule`, async ({ page }) => {
      await field(page, 'Password').fill(password);
      await field(page, 'Confirm Password').fill(password);
      await press(page, 'Next');
      await expectErrors(page, { Password: WEAK });
    });
  }

  test('two different passwords are rejected', async ({ page }) => {
    await field(page, 'Password').fill('Good-pass1');
    await field(page, 'Confirm Password').fill('Good-pass2');
    await press(page, 'Next');
    await expectErrors(page, { 'Confirm Password': 'Passwords do not match' });
  });

  test('rules are ticked off while typing, and a password longer than the message allows is accepted', async ({
    page,
  }) => {
    const met = page.getByRole('listitem').filter({ hasText: 'done' });
    await expect(page.getByRole('listitem')).toHaveText([
      'minimum 8 characters',
      'at least one number or special character',
    ]);
    await field(page, 'Password').fill('abcdefgh');
    await expect(met).toHaveText([/minimum 8 characters/]);
    await field(page, 'Password').fill('Far-longer-than-14-characters-1');
    await expect(met).toHaveCount(2);
    await field(page, 'Confirm Password').fill('Far-longer-than-14-characters-1');
    await press(page, 'Next');
    await screen(page, STEPS.agreements);
  });

  test('Back returns to the filled details, and an incomplete password does not count as saved', async ({ page }) => {
    await field(page, 'Password').fill('half');
    await press(page, 'Back');
    await screen(page, STEPS.details);
    await expect(field(page, 'First Name')).toHaveValue('Ada');
    await press(page, 'Next');
    await screen(page, STEPS.password);
    await expect(field(page, 'Password')).toHaveValue('half');
  });
});

test.describe('NDA', () => {
  const person = newPerson();

  test.beforeEach(async ({ page }) => {
    await goToAgreements(page, person);
  });

  test('Done without both boxes ticked says what is missing and sends nothing', async ({ page }) => {
    const requests = recordRequests(page);
    const alert = page.getByRole('alert');
    await press(page, 'Done');
    await expect(alert).toHaveText('Please agree to the NDA and Privacy Policy');
    await expect(nda(page)).toBeFocused();
    await nda(page).check();
    await press(page, 'Done');
    await expect(alert).toHaveText('Please agree to the NDA and Privacy Policy');
    await expect(terms(page)).toBeFocused();
    await terms(page).check();
    await expect(alert).toHaveCount(0);
    expect(requests.filter((url) => url.includes('/register'))).toEqual([]);
  });

  test('Back goes one step at a time, and Next skips a password that is already saved', async ({ page }) => {
    await nda(page).check();
    await press(page, 'Back');
    await screen(page, STEPS.password);
    await expect(field(page, 'Password')).toHaveValue(person.password);
    await press(page, 'Back');
    await screen(page, STEPS.details);
    await press(page, 'Next');
    await screen(page, STEPS.agreements);
    await expect(nda(page)).toBeChecked();
    await expect(terms(page)).not.toBeChecked();
  });

  for (const [link, heading] of [
    ['Read the NDA', 'Non-Disclosure Agreement'],
    ['Read the Privacy Policy', 'Privacy Policy'],
    ['Read the Terms', 'Terms of Use'],
  ] as const) {
    test(`reading "${heading}" keeps the step and all input`, async ({ page }) => {
      await terms(page).check();
      await page.getByRole('link', { name: link }).click();
      await screen(page, heading);
      await press(page, 'Back');
      await screen(page, STEPS.agreements);
      await expect(terms(page)).toBeChecked();
      await press(page, 'Back');
      await expect(field(page, 'Password')).toHaveValue(person.password);
      await press(page, 'Back');
      for (const [label, value] of Object.entries(detailsOf(person))) {
        await expect(field(page, label)).toHaveValue(value);
      }
    });
  }

  test(
    'reload keeps details and ticks, and asks again for the password, which is stored nowhere',
    JOURNEY,
    async ({ page }) => {
      await nda(page).check();
      const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
      expect(stored).toContain(person.email);
      expect(stored).not.toContain(person.password);
      await page.reload();
      await screen(page, STEPS.password);
      await expect(field(page, 'Password')).toHaveValue('');
      await fillPasswords(page, person);
      await expect(nda(page)).toBeChecked();
      await press(page, 'Back');
      await press(page, 'Back');
      for (const [label, value] of Object.entries(detailsOf(person))) {
        await expect(field(page, label)).toHaveValue(value);
      }
    },
  );
});
