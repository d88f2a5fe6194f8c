import type { ReactNode } from 'react';
import { Stack } from 'shared-ui';
import { styled } from 'styled-components';

const Line = styled.li`
  display: flex;
  gap: var(--space-3);

  > svg {
    margin-block-start: 2px;
    color: var(--brand);
  }
`;

/** Short list with an icon in front of each line. */
export function IconLines({ lines }: { lines: readonly { icon: ReactNode; text: string }[] }) {
  return (
    <Stack as="ul" $gap={14}>
      {lines.map(({ icon, text }) => (
        <Line key={text}>
          {icon}
          <span>{text}</span>
        </Line>
      ))}
    </Stack>
  );
}
