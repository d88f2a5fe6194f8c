import Smartphone from 'lucide-react/icons/smartphone';
import type { OwnFactors, RecoveryCodes, AuthenticatorSetup as Setup } from 'mock-api/contract';
import { useRef, useState } from 'react';
import {
  ApiFailure,
  Button,
  call,
  formatDate,
  LiveRegion,
  Note,
  Row,
  Skeleton,
  Stack,
  useLoad,
  useSubmit,
  useText,
} from 'shared-ui';
import { AuthenticatorSetup, renewRecoveryCodes, startAuthenticator } from 'shared-ui/forms';
import { defineCatalogue } from 'shared-ui/languages';
import { FailureNote } from '../../components/SectionForm.tsx';
import en from '../../locales/authenticator.en.json';
import { useConfirmed } from './ConfirmIdentity.tsx';

const words = defineCatalogue(
  'timeline-mfe/authenticator',
  en,
  (tag) => import(`../../locales/authenticator.${tag}.json`),
);

const OWN = 'v1/authenticator';

/** Staff's authenticator app: set up, recovery codes, and removal. */
export function Authenticator() {
  const t = useText(words);
  const title = useRef<HTMLHeadingElement>(null);
  const confirmed = useConfirmed();
  const [version, setVersion] = useState(0);
  const [setup, setSetup] = useState<Setup | RecoveryCodes>();
  const [announcement, setAnnouncement] = useState('');
  const { state, value, retry } = useLoad(() => call<OwnFactors>('get', OWN), [version]);
  const changed = (said: string) => {
    setSetup(undefined);
    setVersion(version + 1);
    setAnnouncement(said);
    title.current?.focus({ preventScroll: true });
  };
  const begin = useSubmit(async () => setSetup(await confirmed(startAuthenticator)));
  const renew = useSubmit(async () => setSetup(await confirmed(renewRecoveryCodes)));
  const remove = useSubmit(async () => {
    await confirmed(() => call<void>('delete', OWN));
    changed(t('removed'));
  });
  const error = begin.error ?? renew.error ?? remove.error;
  return (
    <Stack as="section" $gap={16}>
      <h2 ref={title} tabIndex={-1}>
        {t('title')}
      </h2>
      <p>{t('text')}</p>
      <LiveRegion message={announcement} />
      {state === 'loading' && <Skeleton label={t('title')} />}
      {state === 'failed' && (
        <Note tone="warning">
          <p>{t('failed')}</p>
          <Button variant="plain" compact onClick={retry}>
            {t('again')}
          </Button>
        </Note>
      )}
      {error !== null && (
        <FailureNote>{(error instanceof ApiFailure && error.message) || t('changeFailed')}</FailureNote>
      )}
      {setup && <AuthenticatorSetup setup={setup} onDone={() => changed(t('stored'))} />}
      {!setup && value?.authenticatorSince === null && (
        <Button
          variant="ghost"
          compact
          icon={<Smartphone />}
          busy={begin.state === 'sending'}
          onClick={() => void begin.submit()}
        >
          {t('add')}
        </Button>
      )}
      {!setup && value?.authenticatorSince != null && (
        <>
          <p>{t('since', { date: formatDate(value.authenticatorSince) })}</p>
          <p>{t('left', { count: value.recoveryCodesLeft })}</p>
          <Row $gap={8}>
            <Button variant="ghost" compact busy={renew.state === 'sending'} onClick={() => void renew.submit()}>
              {t('renew')}
            </Button>
            <Button variant="danger" compact busy={remove.state === 'sending'} onClick={() => void remove.submit()}>
              {t('remove')}
            </Button>
          </Row>
        </>
      )}
    </Stack>
  );
}
