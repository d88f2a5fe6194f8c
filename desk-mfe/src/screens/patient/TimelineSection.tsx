import type { CareEvent } from 'mock-api/contract';
import { formatMoment, Soft, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { Section } from '../../components/Section.tsx';
import { words } from '../../words.ts';

const List = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;

  > li {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 var(--space-3);
    padding-block: var(--space-2);
    overflow-wrap: anywhere;
  }
  > li + li {
    border-block-start: 1px solid var(--line-color);
  }
`;

/** Latest events on the timeline, as the patient sees them. */
export function TimelineSection({ events }: { events: readonly CareEvent[] }) {
  const t = useText(words);
  return (
    <Section title={t('timeline.title')}>
      {events.length === 0 && <Soft>{t('timeline.empty')}</Soft>}
      <List>
        {events.map(({ id, name, viewed, createdAt }) => (
          <li key={id}>
            <strong>{name}</strong>
            <Soft>
              {viewed ? t('timeline.read') : t('timeline.unread')} · {formatMoment(createdAt)}
            </Soft>
          </li>
        ))}
      </List>
    </Section>
  );
}
