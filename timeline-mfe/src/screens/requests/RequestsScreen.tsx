import MessageCircleQuestionMark from 'lucide-react/icons/message-circle-question-mark';
import { useLocation } from 'react-router-dom';
import { EmptyState, FetchedContent, LinkButton, Note, PanelScreen, Stack, useProfile, useText } from 'shared-ui';
import { requestPaths } from 'shared-ui/contract';
import { words } from '../../words-requests.ts';
import { EmergencyNote } from './EmergencyNote.tsx';
import { RequestItem } from './RequestItem.tsx';
import { useRequests } from './useRequests.ts';

/** `/profile/:profileId/requests`: the profile's requests with their status and replies. */
export default function RequestsScreen() {
  const t = useText(words);
  const profile = useProfile();
  return (
    <PanelScreen title={profile.isOwn ? t('list.mine') : t('list.theirs', { name: profile.firstName })}>
      <Stack $gap={16}>
        <EmergencyNote />
        <Requests profileId={profile.id} />
      </Stack>
    </PanelScreen>
  );
}

function Requests({ profileId }: { profileId: number }) {
  const t = useText(words);
  const isJustSent = useLocation().state === 'sent';
  const { state, requests, refusal, retry } = useRequests(profileId);
  if (refusal !== null) return <EmptyState title={t('list.refused')} text={refusal} />;
  const ask = <LinkButton to={requestPaths.create(profileId, 'question')}>{t('list.ask')}</LinkButton>;
  return (
    <>
      {isJustSent && (
        <Note tone="success" live="status">
          {t('list.asked')}
        </Note>
      )}
      <FetchedContent
        loading={state}
        isEmpty={requests.length === 0}
        failed={t('list.failed')}
        failedText={t('list.nothingLost')}
        retry={retry}
        empty={
          <EmptyState icon={<MessageCircleQuestionMark />} title={t('list.empty')} text={t('list.emptyText')}>
            {ask}
          </EmptyState>
        }
      >
        <Stack as="ul">
          {requests.map((request) => (
            <li key={request.id}>
              <RequestItem request={request} />
            </li>
          ))}
        </Stack>
        {ask}
      </FetchedContent>
    </>
  );
}
