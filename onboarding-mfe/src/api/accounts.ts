import type { EmailValidated, InterestSignUp, Registered, Registration } from 'mock-api/contract';
import { callFromOutside } from 'shared-ui';

/**
 * Creates an account; `hospitalStatusId` in the response says whether it was approved immediately. Throws ApiFailure.
 */
export const register = (form: Registration) => callFromOutside<Registered>('post', 'v1/users/register', form);

/**
 * Redeems the link of a validation email; for an approved account the response has a one-time sign-in code. Throws
 * ApiFailure.
 */
export const validateEmail = (uuid: string) =>
  callFromOutside<EmailValidated>('post', 'v1/users/validate-email', { uuid });

/** Requests a password reset link. The response is the same whether or not the address is known. Throws ApiFailure. */
export const requestPasswordReset = (email: string) =>
  callFromOutside<void>('post', 'v1/users/forgot-password', { email: email.trim().toLowerCase() });

/** Sets a new password with the link of a reset email. Throws ApiFailure. */
export const resetPassword = (uuid: string, password: string) =>
  callFromOutside<void>('post', 'v1/users/reset-app-password', { uuid, password });

/** Resends the validation email. The response is the same whether or not the address is known. Throws ApiFailure. */
export const resendValidationEmail = (email: string) =>
  callFromOutside<unknown>('post', 'v1/users/resend-validation-email', { email: email.trim().toLowerCase() });

/** Registers a visitor's interest in the product's release. Throws ApiFailure. */
export const registerInterest = ({ email, ...details }: InterestSignUp) =>
  callFromOutside<void>('post', 'v1/users/poc', { ...details, email: email.trim().toLowerCase() });
