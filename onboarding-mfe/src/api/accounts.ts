import type { EmailValidated, InterestSignUp, PhoneChangeLink, Registered, Registration } from 'mock-api/contract';
import { call, callFromOutside } from 'shared-ui';

/** Creates an account; `hospitalStatusId` in the response says whether it was approved immediately. */
export const register = (form: Registration) => callFromOutside<Registered>('post', 'v1/users/register', form);

/**
 * Redeems the link of a validation email; for an approved account the response has a one-time sign-in code. In another
 * browser than the one that registered, the server may ask for a password first.
 * @param own the password, and whether the registered mobile number isn't this person's
 */
export const validateEmail = (uuid: string, own: { password?: string; removePhone?: boolean } = {}) =>
  callFromOutside<EmailValidated>('post', 'v1/users/validate-email', { uuid, ...own });

/** Returns what a link about a new mobile number confirms. */
export const fetchMobileChange = (uuid: string) =>
  callFromOutside<PhoneChangeLink>('post', 'v1/users/phone-change', { uuid });

/** Uses the new mobile number of a link. */
export const confirmMobile = (uuid: string) => callFromOutside<void>('post', 'v1/users/phone-change/confirm', { uuid });

/** Keeps the old mobile number, and signs out the device that wants the new one. */
export const refuseMobile = (uuid: string) => callFromOutside<void>('post', 'v1/users/phone-change/refuse', { uuid });

/** Requests a password reset link. The response is the same whether or not the address is known. */
export const requestPasswordReset = (email: string) =>
  callFromOutside<void>('post', 'v1/users/forgot-password', { email: email.trim().toLowerCase() });

/** Sets a new password with the link of a reset email. */
export const resetPassword = (uuid: string, password: string) =>
  callFromOutside<void>('post', 'v1/users/reset-app-password', { uuid, password });

/** Sets the first password of the signed-in user with the link of a reset email. */
export const setFirstPassword = (uuid: string, password: string) =>
  call<void>('post', 'v1/users/me/password', { uuid, password });

/** Resends the validation email. The response is the same whether or not the address is known. */
export const resendValidationEmail = (email: string) =>
  callFromOutside<unknown>('post', 'v1/users/resend-validation-email', { email: email.trim().toLowerCase() });

/** Registers a visitor's interest in the product's release. */
export const registerInterest = ({ email, ...details }: InterestSignUp) =>
  callFromOutside<void>('post', 'v1/users/poc', { ...details, email: email.trim().toLowerCase() });
