import CircleCheck from 'lucide-react/icons/circle-check';
import CircleQuestion from 'lucide-react/icons/circle-question-mark';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ComponentType, ReactNode } from 'react';
import { styled } from 'styled-components';

type Tone = 'danger' | 'warning' | 'calm' | 'certain';

const ICONS: Record<Tone, ComponentType<{ 'aria-hidden': true }>> = {
  danger: TriangleAlert,
  warning: CircleQuestion,
  calm: Info,
  certain: CircleCheck,
};

const Frame = styled.p`
  display: flex;
  gap: 6px;
  font-size: var(--text-s);
  font-weight: 640;

  > svg {
    flex: none;
    inline-size: 1.25em;
    block-size: 1.5em;
  }
  &[data-tone='danger'] {
    color: var(--urgent);
  }
  &[data-tone='warning'] {
    color: var(--new);
  }
`;

/** What matters most about an item, by word and icon: danger, doubt, or nothing to worry about. */
export function Mark({ tone, children }: { tone: Tone; children: ReactNode }) {
  const Icon = ICONS[tone];
  return (
    <Frame data-tone={tone}>
      <Icon aria-hidden={true} />
      <span>{children}</span>
    </Frame>
  );
}
