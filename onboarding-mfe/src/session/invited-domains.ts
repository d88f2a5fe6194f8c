import { runtimeConfig } from 'shared-ui';

/** Whether the hospital reviews invited people whose email domain is not approved; otherwise any address does. */
export const needsApprovedDomain = (): boolean => runtimeConfig().invitedDomains === 'approved';
