import type { EmailValidated, InterestSignUp, Me, Registered, Registration } from 'mock-api/contract';
import { call, callFromOutside } from './client.ts';

/** Creates an account; the answer's hospitalStatusId says whether it is approved at once. */
export const register = (form: Registration) => callFromOutside<Registered>('post', 'v1/users/register', form);

/** Uses the link of a validation e-mail; of an approved account it gives the code that signs in, once. */
export const validateEmail = (uuid: string) =>
  callFromOutside<EmailValidated>('post', 'v1/users/validate-email', { uuid });

/** Has a link to set a new password sent. Answers alike whether or not the address is known. */
export const requestPasswordReset = (email: string) =>
  callFromOutside<void>('post', 'v1/users/forgot-password', { email: email.trim().toLowerCase() });

/** Sets a new password with the link of a reset e-mail. */
export const resetPassword = (uuid: string, password: string) =>
  callFromOutside<void>('post', 'v1/users/reset-app-password', { uuid, password });

/** Sends the validation e-mail again. Answers alike whether or not the address is known. */
export const resendValidationEmail = (email: string) =>
  callFromOutside<unknown>('post', 'v1/users/resend-validation-email', { email: email.trim().toLowerCase() });

/** Changes fields of the signed-in user and gives the user back. */
export const updateUser = (id: string, fields: Record<string, unknown>) =>
  call<Me>('patch', `v1/users/${encodeURIComponent(id)}`, fields);

/** Leaves somebody's details, so that they are told when the product is released. */
export const registerInterest = ({ email, ...details }: InterestSignUp) =>
  callFromOutside<void>('post', 'v1/users/poc', { ...details, email: email.trim().toLowerCase() });
