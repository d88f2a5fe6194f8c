import CircleCheck from 'lucide-react/icons/circle-check';
import Eye from 'lucide-react/icons/eye';
import MessageCircleQuestionMark from 'lucide-react/icons/message-circle-question-mark';
import Send from 'lucide-react/icons/send';
import type { CareRequest } from 'mock-api/contract';
import { useLocation } from 'react-router-dom';
import {
  Card,
  EmptyState,
  FetchedContent,
  formatMoment,
  LinkButton,
  Note,
  PanelScreen,
  Soft,
  Stack,
  useProfile,
  useText,
} from 'shared-ui';
import { requestPaths } from 'shared-ui/contract';
import { styled } from 'styled-components';
import { Paragraphs } from '../../components/Paragraphs.tsx';
import { words } from '../../words-requests.ts';
import { EmergencyNote } from './EmergencyNote.tsx';
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
  const askLink = <LinkButton to={requestPaths.create(profileId, 'question')}>{t('list.ask')}</LinkButton>;
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
            {askLink}
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
        {askLink}
      </FetchedContent>
    </>
  );
}

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: var(--space-1) var(--space-3);
`;

const Title = styled.h2`
  font-size: var(--text-m);
`;

const Reply = styled.li`
  padding-inline-start: var(--space-3);
  border-inline-start: 3px solid var(--brand);
`;

/** A request with its status and its replies, oldest first. */
function RequestItem({ request }: { request: CareRequest }) {
  const t = useText(words);
  const { about, createdAt, kind, replies, status, text, who } = request;
  return (
    <Card as="article">
      <Stack $gap={8}>
        <Head>
          <Title>{t(`kind.${kind}`)}</Title>
          <RequestStatus status={status} />
        </Head>
        {about?.title && <Soft>{t('item.about', { title: about.title })}</Soft>}
        <Paragraphs text={text} />
        <Soft>{t('item.by', { name: who, moment: formatMoment(createdAt) })}</Soft>
        {replies.length > 0 && (
          <Stack as="ul" aria-label={t('item.replies')}>
            {replies.map((reply) => (
              <Reply key={reply.id}>
                <Paragraphs text={reply.text} />
                <Soft>{t('item.by', { name: reply.who, moment: formatMoment(reply.createdAt) })}</Soft>
              </Reply>
            ))}
          </Stack>
        )}
      </Stack>
    </Card>
  );
}

const Mark = styled.span`
  --icon: 1.125rem;
  display: inline-flex;
  align-items: center;
  gap: 6px;
  color: var(--ink-soft);
  font-size: var(--text-s);
  font-weight: 650;

  &[data-status='seen'] {
    color: var(--brand);
  }
  &[data-status='done'] {
    color: var(--act);
  }
`;

const ICONS = { sent: Send, seen: Eye, done: CircleCheck };

/** A request's status at the hospital, as text and icon. */
function RequestStatus({ status }: Pick<CareRequest, 'status'>) {
  const t = useText(words);
  const Icon = ICONS[status];
  return (
    <Mark data-status={status}>
      <Icon />
      {t(`status.${status}`)}
    </Mark>
  );
}
