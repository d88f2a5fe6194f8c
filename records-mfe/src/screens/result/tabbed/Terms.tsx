import type { Insights } from 'mock-api/contract';
import { Card, Stack, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../../words.ts';

const List = styled.dl`
  display: grid;
  gap: var(--space-3);

  dt {
    font-weight: 640;
  }
  dd {
    color: var(--ink-soft);
  }
`;

const Title = styled.h2`
  font-size: var(--text-l);
`;

/** The words of a report, and what they mean. */
export function Terms({ terms }: Pick<Insights, 'terms'>) {
  const t = useText(words);
  return (
    <Card as="section">
      <Stack>
        <Title>{t('insights.terms')}</Title>
        <List>
          {terms.map(({ term, meaning }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </List>
      </Stack>
    </Card>
  );
}
