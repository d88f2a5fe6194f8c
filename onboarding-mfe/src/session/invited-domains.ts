import { runtimeConfig } from 'shared-ui';

/**
 * Returns whether the hospital reviews invited users whose email domain is not approved; otherwise it accepts any
 * address.
 */
export const needsApprovedDomain = (): boolean => runtimeConfig().invitedDomains === 'approved';
