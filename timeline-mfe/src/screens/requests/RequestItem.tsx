import Reply from 'lucide-react/icons/reply';
import type { CareRequest } from 'mock-api/contract';
import { Card, formatMoment, Soft, Stack, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { Paragraphs } from '../../components/Paragraphs.tsx';
import { words } from '../../words-requests.ts';
import { RequestStatus } from './RequestStatus.tsx';

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: var(--space-1) var(--space-3);
`;

const Title = styled.h2`
  font-size: var(--text-m);
`;

const NewReply = styled.strong`
  --icon: 1.125rem;
  display: inline-flex;
  align-items: center;
  gap: 6px;
  color: var(--brand);
  font-size: var(--text-s);
`;

const ReplyLine = styled.li`
  padding-inline-start: var(--space-3);
  border-inline-start: 3px solid var(--brand);
`;

interface Props {
  request: CareRequest;
  /** Whether it has a reply that was unread when the list opened. */
  hasNewReply: boolean;
}

/** A request with its status and its replies, oldest first. */
export function RequestItem({ request, hasNewReply }: Props) {
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
            <Reply />
            {t('item.newReply')}
          </NewReply>
        )}
        {about?.title && <Soft>{t('item.about', { title: about.title })}</Soft>}
        <Paragraphs text={text} />
        <Soft>{t('item.by', { name: who, moment: formatMoment(createdAt) })}</Soft>
        {replies.length > 0 && (
          <Stack as="ul" aria-label={t('item.replies')}>
            {replies.map((reply) => (
              <ReplyLine key={reply.id}>
                <Paragraphs text={reply.text} />
                <Soft>{t('item.by', { name: reply.who, moment: formatMoment(reply.createdAt) })}</Soft>
              </ReplyLine>
            ))}
          </Stack>
        )}
      </Stack>
    </Card>
  );
}
