/** A provider's tokens, and the claims that they give access to. */
import { type Configuration, fetchUserInfo } from 'openid-client';
import type { OidcProvider } from '../../config/staff-oidc.ts';
import { type Claims, listRoles } from './claims.ts';

/** The provider's tokens of a session, which are stored encrypted. */
export interface Tokens {
  idToken: string;
  accessToken: string;
  /** Undefined if the provider issues none: then the access token is used until it expires. */
  refreshToken: string | undefined;
}

/** Returns claims that list roles: the ID token's, else with those of the user info endpoint. */
export async function withRoles(
  configuration: Configuration,
  provider: OidcProvider,
  claims: Claims,
  { accessToken, subject }: { accessToken: string; subject: string },
): Promise<Claims> {
  if (listRoles(claims, provider) || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
  return { ...(await fetchUserInfo(configuration, accessToken, subject)), ...claims };
}
