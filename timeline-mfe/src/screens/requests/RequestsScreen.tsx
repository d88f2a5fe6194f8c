import CircleCheck from 'lucide-react/icons/circle-check';
import Eye from 'lucide-react/icons/eye';
import MessageCircleQuestionMark from 'lucide-react/icons/message-circle-question-mark';
import ReplyIcon from 'lucide-react/icons/reply';
import Send from 'lucide-react/icons/send';
import type { CareRequest } from 'mock-api/contract';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
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
  useStore,
  useText,
} from 'shared-ui';
import { isUnreadReply, requestPaths } from 'shared-ui/contract';
import { dismissEventsAbout, EmergencyNote } from 'shared-ui/details';
import { styled } from 'styled-components';
import { Paragraphs } from '../../components/EventText.tsx';
import type { SentState } from './NewRequestScreen.tsx';
import { useRequests, words } from './useRequests.ts';

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

/** Returns the kind of the request that was just sent, until the screen is left or reloaded; null for none. */
function useJustSent(): CareRequest['kind'] | null {
  const location = useLocation();
  const navigate = useNavigate();
  const [kind] = useState(() => (location.state as SentState | null)?.sent ?? null);
  // The browser keeps the navigation state across a reload.
  useEffect(() => {
    if (location.state !== null) navigate(location, { replace: true, state: null });
  }, [location, navigate]);
  return kind;
}

/** Marks the replies that the list shows as read. Returns the requests whose replies were unread. */
function useNewReplies(profileId: number, requests: CareRequest[]): ReadonlySet<string> {
  const events = useStore((state) => state.events.list);
  const [found, setFound] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const shown = new Set(requests.filter(({ replies }) => replies.length > 0).map(({ id }) => id));
    const unread = events
      .filter((event) => isUnreadReply(event, profileId))
      .flatMap(({ requestId }) => (requestId !== undefined && shown.has(requestId) ? [requestId] : []));
    if (unread.length === 0) return;
    setFound((before) => new Set([...before, ...unread]));
    for (const id of unread) void dismissEventsAbout(id);
  }, [events, profileId, requests]);
  return found;
}

function Requests({ profileId }: { profileId: number }) {
  const t = useText(words);
  const justSent = useJustSent();
  const { state, requests, refusal, retry } = useRequests(profileId);
  const newReplies = useNewReplies(profileId, requests);
  if (refusal !== null) return <EmptyState title={t('list.refused')} text={refusal} />;
  const askLink = <LinkButton to={requestPaths.create(profileId, 'question')}>{t('list.ask')}</LinkButton>;
  return (
    <>
      {justSent !== null && !requests[0]?.replies.length && (
        <Note tone="success" live="status">
          {t(`list.asked.${justSent}`)}
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
              <RequestItem request={request} hasNewReply={newReplies.has(request.id)} />
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

const NewReply = styled.strong`
  --icon: 1.125rem;
  display: inline-flex;
  align-items: center;
  gap: 6px;
  color: var(--brand);
  font-size: var(--text-s);
`;

interface RequestItemProps {
  request: CareRequest;
  /** Whether it has a reply that was unread when the list opened. */
  hasNewReply: boolean;
}

/** A request with its status and its replies, oldest first. */
function RequestItem({ request, hasNewReply }: RequestItemProps) {
  const t = useText(words);
  const { about, createdAt, kind, replies, status, text, who } = request;
  return (
    <Card as="article">
      <Stack $gap={8}>
        <Head>
          <Title>{t(`kind.${kind}`)}</Title>
          <RequestStatus status={status} />
        </Head>
        {hasNewReply && (
          <NewReply>
            <ReplyIcon />
            {t('item.newReply')}
          </NewReply>
        )}
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
