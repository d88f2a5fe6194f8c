import MailOpen from 'lucide-react/icons/mail-open';
import MailX from 'lucide-react/icons/mail-x';
import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import {
  Actions,
  ApiFailure,
  Button,
  LinkButton,
  loadTimeline,
  Page,
  paths,
  useLoad,
  useStore,
  useSubmit,
  useText,
  Waiting,
} from 'shared-ui';
import { DiscMark } from '../../components/screen-parts.tsx';
import { FailureNote } from '../../session/failure.tsx';
import {
  acceptInvitation,
  clearPendingInvitation,
  fetchInvitation,
  storePendingInvitation,
} from '../../session/invitation.ts';
import { words } from '../../words-account.ts';
import { SignUpLinks } from './InvitedScreen.tsx';

/** Returns whether the link was used, has expired or never existed. */
const isInvalidLink = (error: unknown) =>
  error instanceof ApiFailure && (error.code === 'LINK_DEAD' || error.status === 404);

/**
 * `/onboarding/invitation/{uuid}`: the inviter, with links to registration and sign-in. Signed-in users can accept
 * immediately.
 */
export default function InvitationScreen() {
  const { uuid = '' } = useParams();
  return <Invited key={uuid} uuid={uuid} />;
}

function Invited({ uuid }: { uuid: string }) {
  const t = useText(words);
  const isSignedIn = useStore(({ session }) => session.status === 'full');
  const { state, value, error, retry } = useLoad(() => fetchInvitation(uuid), [uuid]);
  const invitation = isSignedIn ? undefined : value;
  useEffect(() => {
    if (invitation) storePendingInvitation({ uuid, ...invitation });
  }, [invitation, uuid]);
  if (state === 'loading') return <Waiting caption={t('invitation.busy')} />;
  if (state === 'failed')
    return isInvalidLink(error) ? <InvalidInvitation /> : <LoadError error={error} onRetry={retry} />;
  const { name } = value;
  return (
    <Page
      mark={<DiscMark icon={<MailOpen />} />}
      title={t('invitation.title', { name })}
      intro={t('invitation.text', { name })}
    >
      {isSignedIn ? <AcceptButton uuid={uuid} /> : <SignUpLinks />}
    </Page>
  );
}

function LoadError({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const t = useText(words);
  return (
    <Page mark={<DiscMark icon={<MailOpen />} />} title={t('invitation.failed')}>
      <FailureNote error={error} tone="warning" />
      <Actions>
        <Button onClick={onRetry}>{t('invitation.again')}</Button>
        <LinkButton to={paths.onboarding.choice} variant="plain">
          {t('invitation.other')}
        </LinkButton>
      </Actions>
    </Page>
  );
}

/** Accepts an invitation for a signed-in user, whose timeline then includes what the patient shares. */
function AcceptButton({ uuid }: { uuid: string }) {
  const t = useText(words);
  const navigate = useNavigate();
  const { state, error, submit } = useSubmit(async () => {
    await acceptInvitation(uuid);
    clearPendingInvitation();
    // A timeline that is already loaded lacks the shared stay. Home itself reports a failed fetch.
    await loadTimeline().catch((failure) => console.info('The timeline could not be fetched', failure));
    navigate(paths.app.root);
  });
  return (
    <>
      {error !== null && <FailureNote error={error} tone="error" />}
      <Actions>
        <Button busy={state === 'sending'} onClick={() => submit()}>
          {t('invitation.accept')}
        </Button>
        <LinkButton to={paths.app.root} variant="plain">
          {t('invitation.later')}
        </LinkButton>
      </Actions>
    </>
  );
}

/** An invitation that is no longer valid. The user did nothing wrong and can ask for a new one by text message. */
function InvalidInvitation() {
  const t = useText(words);
  return (
    <Page mark={<DiscMark icon={<MailX />} />} title={t('invitation.dead')} intro={t('invitation.deadText')}>
      <Actions>
        <LinkButton to={paths.onboarding.login}>{t('invitation.login')}</LinkButton>
        <LinkButton to={paths.onboarding.choice} variant="plain">
          {t('invitation.other')}
        </LinkButton>
      </Actions>
    </Page>
  );
}
