import type { Registration } from 'mock-api/contract';
import { type Agreed, NOTHING_AGREED } from '../../components/agreements/agreed.ts';
import { NO_PASSWORDS, type Passwords } from '../../components/password/rules.ts';
import { DEFAULT_COUNTRY, dialCode } from '../../components/phone/countries.ts';
import { type CreateEvent, type CreateState, isMade, nextState } from './machine.ts';

export interface Details {
  firstName: string;
  lastName: string;
  email: string;
  organization: string;
  /** ISO 3166-1 alpha-2 code of the phone's country. */
  country: string;
  /** National number, digits only. */
  phone: string;
}

/** An account that is being created. */
export interface Account {
  state: CreateState;
  details: Details;
  passwords: Passwords;
  /** Whether the current passwords have passed the password step. */
  isPasswordSaved: boolean;
  agreed: Agreed;
  /** Name of the person whose invitation is kept until the account is approved; null without one. */
  inviter: string | null;
}

export const NEW_ACCOUNT: Account = {
  state: 'CREATE_ACCOUNT',
  details: { firstName: '', lastName: '', email: '', organization: '', country: DEFAULT_COUNTRY, phone: '' },
  passwords: NO_PASSWORDS,
  isPasswordSaved: false,
  agreed: NOTHING_AGREED,
  inviter: null,
};

/** Returns the account after an event. Once it is created, only what the last screen shows is kept. */
export function advance(account: Account, event: CreateEvent): Account {
  if (event === 'STARTED_OVER') return NEW_ACCOUNT;
  const state = nextState(account.state, event);
  if (isMade(state)) {
    const { inviter } = account;
    return { ...NEW_ACCOUNT, state, details: { ...NEW_ACCOUNT.details, email: account.details.email }, inviter };
  }
  return { ...account, state, isPasswordSaved: account.isPasswordSaved || event === 'PASSWORD_SAVED' };
}

/** Returns the account with the passwords as entered. Changed passwords must pass the password step again. */
export function withPasswords(account: Account, passwords: Passwords): Account {
  const { password, confirmPassword } = account.passwords;
  const isSame = passwords.password === password && passwords.confirmPassword === confirmPassword;
  return isSame ? account : { ...account, passwords, isPasswordSaved: false };
}

/**
 * Returns the body of the registration call; the phone number is dial code plus digits (docs/product-rules.md#calls).
 */
export function asRegistration({ details, passwords }: Account): Registration {
  const { country, phone, ...rest } = details;
  const trimmed = Object.entries(rest).map(([key, value]) => [key, value.trim()]);
  return {
    ...(Object.fromEntries(trimmed) as typeof rest),
    phoneNumber: `+${dialCode(country)}${phone}`,
    ...passwords,
  };
}
