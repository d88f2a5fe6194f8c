/** Settings of staff sign-in through identity providers (OpenID Connect) and of SCIM provisioning. */
import { type EnvironmentReader, HTTP, providerSetting, readProviderNames } from 'server-kit/environment';
import { SECOND } from '../common/clock.ts';
import { type GroupRole, readGroups } from './staff-groups.ts';

/** An identity provider through which staff sign in. */
export interface OidcProvider {
  /** Part of the URLs that are registered with the provider. */
  id: string;
  /** As people know it: the sign-in screen shows it. */
  name: string;
  /** Organization of the accounts that it creates. */
  organization: string;
  /** Exactly as in the provider's tokens. */
  issuer: string;
  clientId: string;
  /** Undefined: a public client, which PKCE alone protects. */
  clientSecret: string | undefined;
  /** Space-separated, as in the request. */
  scope: string;
  /** Claim that lists roles; dots lead into nested claims. */
  roleClaim: string;
  /** Values of that claim that mean staff. */
  staffRoles: readonly string[];
  /** Claim that lists groups, like `roleClaim`. */
  groupClaim: string;
  /** Where groups come from: the claim of the ID token, or SCIM alone. */
  groupsFrom: 'token' | 'scim';
  /** Roles that groups give; undefined: accounts keep what `npm run accounts -- role` assigned. */
  groups: readonly GroupRole[] | undefined;
  /** Values of `acr` or `amr` that count as a second factor. */
  mfa: readonly string[];
  /** Requested `acr_values`, space-separated; undefined: none. */
  acrValues: string | undefined;
  /** Whether its verified emails may be linked to existing staff accounts. */
  trustsEmail: boolean;
  /** Bearer token of its SCIM client; undefined: SCIM is off. */
  scimToken: string | undefined;
  /** Claim whose value SCIM sends as `externalId` or `userName`. */
  scimClaim: string;
}

export interface StaffOidcSettings {
  providers: readonly OidcProvider[];
  /** Whether staff can sign in only through a provider. */
  only: boolean;
  /** How often a provider is asked whether a session that is in use may continue, in milliseconds. */
  recheck: number;
}

const isValue = (text: string) => text.length <= 200;
const DEFAULT_SCOPE = 'openid profile email offline_access';
/** Leaves time for the check itself, and for the 15 s between two checks of an open stream, within a minute. */
const DEFAULT_RECHECK_S = 40;

/** Accepts https, and http on this machine for tests. */
function readIssuer(env: EnvironmentReader, name: string): string {
  const issuer = env.url(name, HTTP);
  if (issuer === undefined) return '';
  const { protocol, hostname, search, hash } = new URL(issuer);
  const isLocal = protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname);
  if ((protocol === 'https:' || isLocal) && search === '' && hash === '') return issuer;
  env.problems.push(`${name} must be an address that starts with https://, without a query`);
  return '';
}

function required(env: EnvironmentReader, name: string, what: string): string {
  const value = env.text(name);
  if (value === undefined) env.problems.push(`${name} is missing: ${what}`);
  return value ?? '';
}

function readProvider(env: EnvironmentReader, { id, name }: { id: string; name: string }): OidcProvider {
  const of = (setting: string) => providerSetting(id, setting);
  required(env, of('ISSUER'), 'the address of the identity provider');
  required(env, of('STAFF_ROLES'), 'the roles that mean staff');
  const values = 'values separated by commas';
  const scope = env.matching(of('SCOPE'), /^openid( [\x21-\x7e]+)*$/, 'scopes separated by spaces, openid first');
  const groups = readGroups(env, id);
  const groupsFrom = env.choice(of('GROUPS_FROM'), ['token', 'scim'], 'token');
  if (groupsFrom === 'scim' && !(groups && env.text(of('SCIM_TOKEN'))))
    env.problems.push(`${of('GROUPS_FROM')} must be token unless GROUPS and SCIM_TOKEN are set, too`);
  return {
    id,
    name,
    organization: env.text(of('ORGANIZATION')) ?? name,
    issuer: readIssuer(env, of('ISSUER')),
    clientId: required(env, of('CLIENT_ID'), 'how the provider knows this product'),
    clientSecret: env.text(of('CLIENT_SECRET')),
    scope: scope ?? DEFAULT_SCOPE,
    roleClaim: env.text(of('ROLE_CLAIM')) ?? 'roles',
    staffRoles: env.list(of('STAFF_ROLES'), [], isValue, values),
    groupClaim: env.text(of('GROUP_CLAIM')) ?? 'groups',
    groupsFrom,
    groups,
    mfa: env.list(of('MFA'), ['mfa'], isValue, values),
    acrValues: env.text(of('ACR_VALUES')),
    trustsEmail: env.flag(of('TRUST_EMAIL'), false),
    scimClaim: env.text(of('SCIM_CLAIM')) ?? 'sub',
    scimToken: env.matching(of('SCIM_TOKEN'), /^[A-Za-z0-9._~+/=-]{32,256}$/, '32 to 256 letters, digits or ._~+/=-'),
  };
}

/** Reads the providers. Invalid values are added to the reader's problems. */
export function readStaffOidc(env: EnvironmentReader): StaffOidcSettings {
  const named = readProviderNames(env);
  const only = env.flag('STAFF_OIDC_ONLY', false);
  if (only && named.length === 0) env.problems.push('STAFF_OIDC_ONLY needs a provider in STAFF_OIDC_PROVIDERS');
  const providers = named.map((provider) => readProvider(env, provider));
  if (new Set(providers.map(({ issuer }) => issuer)).size < providers.length)
    env.problems.push('STAFF_OIDC_PROVIDERS must have different issuers');
  const tokens = providers.flatMap(({ scimToken }) => scimToken ?? []);
  if (new Set(tokens).size < tokens.length) env.problems.push('STAFF_OIDC_PROVIDERS must have different SCIM tokens');
  return { providers, only, recheck: env.count('STAFF_OIDC_RECHECK_SECONDS', DEFAULT_RECHECK_S) * SECOND };
}
