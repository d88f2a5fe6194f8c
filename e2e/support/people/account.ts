import { button, fillAll, heading, type Phone } from '../phone/phone.ts';
import type { Person } from './person.ts';

/** Returns a person's values for the first step of creating an account, by label. */
export const detailsOf = ({ t }: Pick<Phone, 't'>, person: Person): Record<string, string> => ({
  [t('account.create.firstName')]: person.firstName,
  [t('account.create.lastName')]: person.lastName,
  [t('account.email')]: person.email,
  [t('account.create.organization')]: person.organization,
  [t('account.create.phone')]: person.phone,
});

export async function fillDetails(phone: Phone, person: Person): Promise<void> {
  const { t } = phone;
  await phone.sees(heading(t('account.create.title')));
  await fillAll(phone, detailsOf(phone, person));
  await phone.tap(button(t('account.next')));
}

export async function fillPasswords(phone: Phone, { password }: Person): Promise<void> {
  const { t } = phone;
  await phone.sees(heading(t('account.create.passwordTitle')));
  await fillAll(phone, { [t('account.password.password')]: password, [t('account.password.confirm')]: password });
  await phone.tap(button(t('account.next')));
  await phone.sees(heading(t('account.create.ndaTitle')));
}

/** Completes all three steps, from the first. */
export async function createAccount(phone: Phone, person: Person): Promise<void> {
  await fillDetails(phone, person);
  await fillPasswords(phone, person);
  for (const name of [/Non-Disclosure|non-divulgation/i, /Privacy|confidentialité/i])
    await phone.tap({ role: 'checkbox', name });
  await phone.tap(button(phone.t('account.create.done')));
}
