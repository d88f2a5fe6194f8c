import Building2 from 'lucide-react/icons/building-2';
import type { OidcFailure } from 'mock-api/contract';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { LinkButton, Note, useLoad, useStore, useText, Waiting } from 'shared-ui';
import { fetchSignInProviders } from '../../api/sign-in.ts';
import { useReason } from '../../session/failure.ts';
import { words } from '../../words-account.ts';

/** Why a sign-in through a provider failed, as the API names it in the address. */
const FAILURES = {
  cancelled: 'provider.failure.cancelled',
  expired: 'provider.failure.expired',
  'no-second-factor': 'provider.failure.no-second-factor',
  'not-staff': 'provider.failure.not-staff',
  'account-exists': 'provider.failure.account-exists',
  closed: 'provider.failure.closed',
  unreachable: 'provider.failure.unreachable',
  refused: 'provider.failure.refused',
} as const satisfies Record<OidcFailure, string>;

const isFailure = (result: string): result is OidcFailure => Object.hasOwn(FAILURES, result);

/** Buttons that lead staff to their identity providers. Without any, or if they can't be loaded, shows nothing. */
export function ProviderButtons() {
  const t = useText(words);
  const locale = useStore(({ settings }) => settings.locale);
  const { value: providers = [] } = useLoad(fetchSignInProviders, []);
  return providers.map(({ id, name, url }) => (
    <LinkButton key={id} href={`${url}?locale=${locale}`} variant="ghost" icon={<Building2 />}>
      {t('provider.signIn', { name })}
    </LinkButton>
  ));
}

interface ResponseProps {
  providerError: unknown;
  isProviderPending: boolean;
  withProvider(): Promise<unknown>;
}

/** Handles a provider's response once, when the browser comes back: opens the session, or says what went wrong. */
export function ProviderResponse({ providerError, isProviderPending, withProvider }: ResponseProps) {
  const t = useText(words);
  const reason = useReason();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [result] = useState(() => new URLSearchParams(search).get('sso'));
  const isHandled = useRef(false);
  useEffect(() => {
    if (result === null || isHandled.current) return;
    isHandled.current = true;
    // A reload must not repeat it.
    navigate(pathname, { replace: true });
    if (result === 'done') void withProvider();
  });
  if (isProviderPending) return <Waiting caption={t('provider.finishing')} />;
  if (providerError !== null) return <Failure>{reason(providerError)}</Failure>;
  return result !== null && isFailure(result) ? <Failure>{t(FAILURES[result])}</Failure> : null;
}

function Failure({ children }: { children: string }) {
  return (
    <Note tone="error" live="alert">
      {children}
    </Note>
  );
}
