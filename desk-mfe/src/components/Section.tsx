import { type ReactNode, useId } from 'react';
import { Stack } from 'shared-ui';
import { styled } from 'styled-components';

const Frame = styled(Stack)`
  min-inline-size: 0;
  padding: var(--space-4);
  border-radius: var(--radius-m);
  background: var(--surface);
  box-shadow: var(--shadow-1);

  > h2 {
    font-size: var(--text-l);
  }
`;

/** Card with a heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Frame as="section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </Frame>
  );
}
