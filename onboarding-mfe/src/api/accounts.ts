import type { EmailValidated, InterestSignUp, Registered, Registration } from 'mock-api/contract';
import { callFromOutside } from 'shared-ui';

/** Creates an account; the answer's hospitalStatusId says whether it is approved at once. Throws ApiFailure. */
export const register = (form: Registration) => callFromOutside<Registered>('post', 'v1/users/register', form);

/** Uses the link of a validation e-mail; the answer for an approved account has the code that signs in, once. Throws ApiFailure. */
export const validateEmail = (uuid: string) =>
  callFromOutside<EmailValidated>('post', 'v1/users/validate-email', { uuid });

/** Requests a link to set a new password. Answers alike whether or not the address is known. Throws ApiFailure. */
export const requestPasswordReset = (email: string) =>
  callFromOutside<void>('post', 'v1/users/forgot-password', { email: email.trim().toLowerCase() });

/** Sets a new password with the link of a reset e-mail. Throws ApiFailure. */
export const resetPassword = (uuid: string, password: string) =>
  callFromOutside<void>('post', 'v1/users/reset-app-password', { uuid, password });

/** Sends the validation e-mail again. Answers alike whether or not the address is known. Throws ApiFailure. */
export const resendValidationEmail = (email: string) =>
  callFromOutside<unknown>('post', 'v1/users/resend-validation-email', { email: email.trim().toLowerCase() });

/** Leaves a visitor's details, so that they are told when the product is released. Throws ApiFailure. */
export const registerInterest = ({ email, ...details }: InterestSignUp) =>
  callFromOutside<void>('post', 'v1/users/poc', { ...details, email: email.trim().toLowerCase() });
