import type { InterestSignUp, Me } from 'mock-api/contract';
import { call } from './client.ts';

/** Sends the validation e-mail again. Answers alike whether or not the address is known. */
export const resendValidationEmail = (email: string) =>
  call<unknown>('post', 'v1/users/resend-validation-email', { email: email.trim().toLowerCase() });

/** Changes fields of the signed-in user and gives the user back. */
export const updateUser = (id: string, fields: Record<string, unknown>) =>
  call<Me>('patch', `v1/users/${encodeURIComponent(id)}`, fields);

/** Leaves somebody's details, so that they are told when the product is released. */
export const registerInterest = ({ email, ...details }: InterestSignUp) =>
  call<void>('post', 'v1/users/poc', { ...details, email: email.trim().toLowerCase() });
