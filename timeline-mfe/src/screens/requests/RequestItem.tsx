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

const Reply = styled.li`
  padding-inline-start: var(--space-3);
  border-inline-start: 3px solid var(--brand);
`;

/** A request with its status and its replies, oldest first. */
export function RequestItem({ request }: { request: CareRequest }) {
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
