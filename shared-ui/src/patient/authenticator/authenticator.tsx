import type { RecoveryCodes, AuthenticatorSetup as Setup } from 'mock-api/contract';
import { call } from '../../platform/http/client.ts';
import { onDemand } from '../../ui/components/on-demand.tsx';

const OWN = 'v1/authenticator';

/** Prepares staff's authenticator app: what it scans. Its first code confirms it. @throws ApiFailure */
export const startAuthenticator = () => call<Setup>('post', OWN);

/** Makes new recovery codes, which replace those before. @throws ApiFailure */
export const renewRecoveryCodes = () => call<RecoveryCodes>('post', `${OWN}/recovery-codes`);

/** Sets up an authenticator app, or shows new recovery codes. Loaded when it is first shown. */
export const AuthenticatorSetup = onDemand(() => import('./AuthenticatorSetup.tsx'));
