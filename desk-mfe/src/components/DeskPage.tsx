import { type ReactNode, type Ref, useImperativeHandle, useRef } from 'react';
import { ScreenHeading } from 'shared-ui';
import { styled } from 'styled-components';

/** Width of the desk's screens. */
export const SHEET_WIDTH = '75rem';

const Sheet = styled.div`
  inline-size: 100%;
  max-inline-size: ${SHEET_WIDTH};
  margin-inline: auto;
  padding: var(--space-4) var(--space-4) var(--space-7);
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--space-2) var(--space-4);
  margin-block-end: var(--space-4);

  > div:first-child {
    flex: 1 1 16rem;
    min-inline-size: 0;
  }
  h1 {
    overflow-wrap: anywhere;
  }
  p {
    color: var(--ink-soft);
  }
`;

export interface DeskPageHandle {
  focusHeading(): void;
}

interface Props {
  title: string;
  /** For moving the focus back to the heading. */
  ref?: Ref<DeskPageHandle>;
  /** A line under the heading. */
  intro?: ReactNode;
  /** Next to the heading: actions on the whole screen. */
  tools?: ReactNode;
  children: ReactNode;
}

/** Desk screen up to 75rem wide. Heading and tools share one line if they fit. */
export function DeskPage({ title, ref, intro, tools, children }: Props) {
  const head = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({ focusHeading: () => head.current?.querySelector('h1')?.focus() }), []);
  return (
    <Sheet>
      <Head>
        <div ref={head}>
          <ScreenHeading>{title}</ScreenHeading>
          {intro && <p>{intro}</p>}
        </div>
        {tools}
      </Head>
      {children}
    </Sheet>
  );
}
