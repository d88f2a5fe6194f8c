import { useNavigate } from 'react-router-dom';
import { Actions, Button, LinkButton, loadTimeline, Note, paths, useSubmit, useText } from 'shared-ui';
import { acceptInvitation } from '../../api/invitations.ts';
import { useReason } from '../../session/failure.ts';
import { forgetInvitation } from '../../session/invitation.ts';
import { words } from '../../words-account.ts';

/** Accepts an invitation for a signed-in user, whose timeline then includes what the patient shares. */
export function AcceptButton({ uuid }: { uuid: string }) {
  const t = useText(words);
  const navigate = useNavigate();
  const reason = useReason();
  const { state, error, submit } = useSubmit(async () => {
    await acceptInvitation(uuid);
    forgetInvitation();
    // A timeline that is already loaded lacks the shared stay. Home itself reports a failed fetch.
    await loadTimeline().catch((failure) => console.info('The timeline could not be fetched', failure));
    navigate(paths.app.root);
  });
  return (
    <>
      {error !== null && (
        <Note tone="error" live="alert">
          {reason(error)}
        </Note>
      )}
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
