/** What a provider's claims say about a person: their roles, second factor and name. */

import { type Configuration, fetchUserInfo } from 'openid-client';
import { isPlainName } from 'shared-ui/contract';
import type { OidcProvider } from '../../config/staff-oidc.ts';

export type Claims = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** Returns a claim by its name, which may itself contain dots, or by the path that dots separate. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Claims)[part];
  }
  return value;
}

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string');

/** Returns whether claims list roles, and groups if they matter: if not, the user info endpoint may. */
const listRoles = (claims: Claims, { roleClaim, groupClaim, groups, groupsFrom }: OidcProvider): boolean =>
  [roleClaim, ...(groups && groupsFrom === 'token' ? [groupClaim] : [])].every(
    (name) => claimAt(claims, name) !== undefined,
  );

/** Returns whether a role means staff; roles are compared exactly. */
export const isStaffRole = (claims: Claims, { roleClaim, staffRoles }: OidcProvider): boolean =>
  textsOf(claimAt(claims, roleClaim)).some((role) => staffRoles.includes(role));

export const groupsIn = (claims: Claims, { groupClaim }: OidcProvider): string[] =>
  textsOf(claimAt(claims, groupClaim));

/** Returns whether the ID token says that the person used a second factor. */
export const usedSecondFactor = ({ acr, amr }: Claims, { mfa }: OidcProvider): boolean =>
  [...textsOf(acr), ...textsOf(amr)].some((value) => mfa.includes(value));

/** A person as a provider describes them. */
export interface Person {
  subject: string;
  /** What SCIM calls them: its `externalId` or `userName`. */
  scimId: string | undefined;
  userName: string;
  firstName: string;
  lastName: string;
  /** Verified by the provider, in lower case. Others identify no one: people may be able to enter any. */
  email: string | undefined;
  contactEmail: string | undefined;
}

/**
 * The form that browsers accept. The provider vouches for the address: our own, narrower rule is for what people type.
 */
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** Returns an email in lower case; undefined if it isn't one. */
export function emailIn(value: unknown): string | undefined {
  const email = textOf(value)?.toLowerCase();
  return email !== undefined && email.length <= 254 && EMAIL.test(email) ? email : undefined;
}

/** Returns a name of at most 100 characters, or an empty text for one that would be refused elsewhere, too. */
export function nameOf(value: unknown): string {
  const name = (textOf(value) ?? '').slice(0, 100);
  return isPlainName(name) ? name : '';
}

export function personOf(claims: Claims, { scimClaim }: OidcProvider): Person {
  const email = emailIn(claims.email);
  const subject = String(claims.sub);
  return {
    subject,
    scimId: textOf(claimAt(claims, scimClaim)),
    userName: (textOf(claims.preferred_username) ?? email ?? subject).toLowerCase(),
    firstName: nameOf(claims.given_name),
    lastName: nameOf(claims.family_name) || nameOf(claims.name),
    email: claims.email_verified === true ? email : undefined,
    contactEmail: email,
  };
}

/** The provider's tokens of a session, which are stored encrypted. */
export interface Tokens {
  idToken: string;
  accessToken: string;
  /** Undefined if the provider issues none: then the access token is used until it expires. */
  refreshToken: string | undefined;
}

/** Returns claims that list roles and groups: the ID token's, else with those of the user info endpoint. */
export async function withRoles(
  configuration: Configuration,
  provider: OidcProvider,
  claims: Claims,
  { accessToken, subject }: { accessToken: string; subject: string },
): Promise<Claims> {
  if (listRoles(claims, provider) || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
  return { ...(await fetchUserInfo(configuration, accessToken, subject)), ...claims };
}
