import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { createAccount, detailsOf, fillDetails, fillPasswords } from '../../support/people/account.ts';
import { linkFor, newPerson, numberOf, register } from '../../support/people/person.ts';
import { PagePhone } from '../../support/phone/page-phone.ts';
import { callFailed } from '../../support/phone/problems.ts';
import { tokenOn } from '../../support/phone/session.ts';
import { field, logIn, press, screen } from '../../support/screens/screens.ts';

const CREATE = '/onboarding/create-account';

test('account creation keeps its input, and its email signs in', JOURNEY, async ({ page, stack, problems }) => {
  problems.allow(callFailed('v1/users/register'));
  const phone = new PagePhone(page);
  const known = newPerson();
  await register(stack, known);
  // Upper case, because some phones capitalize what is typed.
  const typed = { ...newPerson(), email: known.email.toUpperCase() };
  await phone.open(CREATE);
  await fillDetails(phone, typed);
  await fillPasswords(phone, typed);
  const nda = page.getByRole('checkbox', { name: /Non-Disclosure Agreement/ });
  await nda.check();
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).toContain(typed.email);
  expect(stored).not.toContain(typed.password);
  await page.reload();
  await screen(page, 'Set your password');
  await expect(field(page, 'Password')).toHaveValue('');
  await fillPasswords(phone, typed);
  await expect(nda).toBeChecked();
  await page.getByRole('checkbox', { name: /Privacy Policy and the Terms/ }).check();
  await press(page, 'Done');
  await screen(page, 'This email is taken');
  await expect(
    page.getByText(`The email address ${typed.email} is already in use. Please try another email address.`),
  ).toBeVisible();

  const person = { ...typed, email: newPerson().email };
  await press(page, 'Try another email address');
  await screen(page, 'Create Account');
  for (const [label, value] of Object.entries(detailsOf(phone, typed))) {
    await expect(field(page, label)).toHaveValue(value);
  }
  await field(page, 'Email').fill(person.email);
  await press(page, 'Next');
  await screen(page, 'Please read and agree');
  await press(page, 'Done');
  await screen(page, 'Your account is created');
  await expect(page.getByText(`We have sent an email to ${person.email}.`, { exact: false })).toBeVisible();
  await page.reload();
  await screen(page, 'Create Account');
  await expect(field(page, 'Email')).toHaveValue('');

  await page.goto((await linkFor(stack, person.email, 'validate-email')).url);
  await screen(page, 'Your email is validated');
  await page.getByRole('link', { name: 'lets get started' }).click();
  await screen(page, "You're all set, Ada");
  await expect(page).toHaveURL(/\/onboarding\/patient-complete$/);
  const { firstName, lastName, email, organization } = person;
  const token = (await tokenOn(page)) ?? '';
  expect(await stack.api.call('GET', 'v1/users/me', { token })).toMatchObject({
    ...{ firstName, lastName, email, organization, phoneNumber: numberOf(person) },
    ...{ emailValidated: true, hospitalStatusId: 1 },
  });
});

test('account of an unapproved domain waits for a review', JOURNEY, async ({ page, stack }) => {
  const person = newPerson('example.com');
  const phone = new PagePhone(page);
  await phone.open(CREATE);
  await createAccount(phone, person);
  await screen(page, 'We will review your account');
  await expect(
    page.getByText(
      `The email address you provided, ${person.email} is not from an institution we recognize in our database. We will manually review, and send you a confirmation to log in shortly, and continue our journey.`,
    ),
  ).toBeVisible();
  await press(page, 'Back to Login');
  await screen(page, 'Please Sign In');
  expect(await page.evaluate(() => sessionStorage.getItem('create-account'))).toBeNull();

  await page.goto((await linkFor(stack, person.email, 'validate-email')).url);
  await screen(page, 'Almost there');
  await logIn(page, person.email, person.password);
  await expect(page.getByRole('alert')).toHaveText(
    'Your account is under review. We will notify you once your account is approved.',
  );
  expect(await tokenOn(page)).toBeNull();
});
