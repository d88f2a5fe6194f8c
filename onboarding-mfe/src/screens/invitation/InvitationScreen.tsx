import MailOpen from 'lucide-react/icons/mail-open';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import {
  Actions,
  ApiFailure,
  Button,
  IconDisc,
  LinkButton,
  Note,
  Page,
  paths,
  useLoad,
  useStore,
  useText,
  Waiting,
} from 'shared-ui';
import { fetchInvitation } from '../../api/invitations.ts';
import { useReason } from '../../session/failure.ts';
import { keepInvitation } from '../../session/invitation.ts';
import { words } from '../../words-account.ts';
import { AcceptButton } from './AcceptButton.tsx';
import { DeadInvitation } from './DeadInvitation.tsx';
import { SignUpLinks } from './SignUpLinks.tsx';

const MARK = (
  <IconDisc>
    <MailOpen />
  </IconDisc>
);

/** Returns whether the link was used, has expired or never existed. */
const isDead = (error: unknown) => error instanceof ApiFailure && (error.code === 'LINK_DEAD' || error.status === 404);

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
  const isIn = useStore(({ session }) => session.status === 'full');
  const { state, value, error, retry } = useLoad(() => fetchInvitation(uuid), [uuid]);
  const inviter = isIn ? undefined : value?.name;
  useEffect(() => {
    if (inviter !== undefined) keepInvitation({ uuid, name: inviter });
  }, [inviter, uuid]);
  if (state === 'loading') return <Waiting caption={t('invitation.busy')} />;
  if (state === 'failed') return isDead(error) ? <DeadInvitation /> : <NotRead error={error} onRetry={retry} />;
  const { name } = value;
  return (
    <Page mark={MARK} title={t('invitation.title', { name })} intro={t('invitation.text', { name })}>
      {isIn ? <AcceptButton uuid={uuid} /> : <SignUpLinks />}
    </Page>
  );
}

function NotRead({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const t = useText(words);
  const reason = useReason();
  return (
    <Page mark={MARK} title={t('invitation.failed')}>
      <Note tone="warning" live="alert">
        {reason(error)}
      </Note>
      <Actions>
        <Button onClick={onRetry}>{t('invitation.again')}</Button>
        <LinkButton to={paths.onboarding.choice} variant="plain">
          {t('invitation.other')}
        </LinkButton>
      </Actions>
    </Page>
  );
}
