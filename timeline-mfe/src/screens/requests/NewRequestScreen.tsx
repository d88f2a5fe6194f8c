import { useLocation } from 'react-router-dom';
import {
  EmptyState,
  ensureRecords,
  PanelScreen,
  Skeleton,
  Stack,
  useEnsureLoaded,
  useProfile,
  useText,
} from 'shared-ui';
import { words } from '../../words-requests.ts';
import { EmergencyNote } from './EmergencyNote.tsx';
import { RequestForm } from './RequestForm.tsx';
import { requestedSubject, useSubjectTitle } from './subject.ts';
import { useRequests } from './useRequests.ts';

/** `/profile/:profileId/requests/new`: asks the hospital about the subject named in the URL. */
export default function NewRequestScreen() {
  const t = useText(words);
  const profile = useProfile();
  const asked = requestedSubject(useLocation().search);
  const title = useSubjectTitle(asked.about);
  // Users who may not ask learn this before they type. Offline, the form is shown: it keeps what is typed.
  const { state, refusal } = useRequests(profile.id);
  useEnsureLoaded(ensureRecords);
  if (refusal !== null) {
    return (
      <PanelScreen title={t('form.title')}>
        <EmptyState title={t('list.refused')} text={refusal} />
      </PanelScreen>
    );
  }
  return (
    <PanelScreen title={t('form.title')}>
      <Stack $gap={16}>
        <EmergencyNote />
        {title && <strong>{t('item.about', { title })}</strong>}
        {state === 'loading' ? <Skeleton label={t('form.title')} /> : <RequestForm profileId={profile.id} {...asked} />}
      </Stack>
    </PanelScreen>
  );
}
