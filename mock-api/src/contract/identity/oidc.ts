/** Staff sign-in through identity providers. */
import { type Static, Type } from 'typebox';
import { closed } from '../parts.ts';

/** Identity providers that the sign-in screen offers to staff. */
export const SignInProviders = Type.Array(
  Type.Object(
    {
      id: Type.String(),
      name: Type.String({ description: 'As people know it, e.g. "Northside General"' }),
      url: Type.String({ description: 'Where the browser goes to sign in, relative to this origin' }),
    },
    closed,
  ),
);
export type SignInProviders = Static<typeof SignInProviders>;

/** Why a sign-in through a provider failed, in the query `sso` of the sign-in screen. */
export const OIDC_FAILURES = [
  'cancelled',
  'expired',
  'no-second-factor',
  'not-staff',
  'account-exists',
  'closed',
  'unreachable',
  'refused',
] as const;
export type OidcFailure = (typeof OIDC_FAILURES)[number];

/** After a sign-out: where the browser also signs out of the provider. */
export const SignedOut = Type.Object({ endSessionUrl: Type.String() }, closed);
export type SignedOut = Static<typeof SignedOut>;
