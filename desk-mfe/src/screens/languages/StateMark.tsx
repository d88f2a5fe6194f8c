import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { DeskText } from 'mock-api/contract';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Mark = styled.span`
  display: inline-flex;
  align-items: center;
  gap: var(--space-2);

  svg {
    flex: none;
    inline-size: 1.25em;
    block-size: 1.25em;
  }
`;

const ICONS = { signed: CircleCheckBig, unsigned: CircleDashed, changed: TriangleAlert };

/** State of a text, or of several: an icon and what it means in words. */
export function StateMark({ state, children }: { state: DeskText['state']; children: ReactNode }) {
  const Icon = ICONS[state];
  return (
    <Mark>
      <Icon aria-hidden />
      {children}
    </Mark>
  );
}
