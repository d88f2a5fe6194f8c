import type { EnvironmentReader } from '../common/environment.ts';

const isId = (text: string) => /^[a-z][a-z0-9-]{0,31}$/.test(text);

/** Returns the name of one of a provider's settings, such as STAFF_OIDC_HOSPITAL_ISSUER. */
export const providerSetting = (id: string, name: string): string =>
  `STAFF_OIDC_${id.toUpperCase().replaceAll('-', '_')}_${name}`;

/** Returns staff's identity providers by id, with the names that the sign-in screen shows. */
export function readProviderNames(env: EnvironmentReader): { id: string; name: string }[] {
  const rule = 'short names separated by commas: lower-case letters, digits and hyphens';
  const ids = env.list('STAFF_OIDC_PROVIDERS', [], isId, rule).filter(isId);
  return [...new Set(ids)].map((id) => ({ id, name: env.text(providerSetting(id, 'NAME')) ?? id }));
}
