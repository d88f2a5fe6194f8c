import { type ReactNode, type Ref, useImperativeHandle, useRef } from 'react';
import { ScreenHeading } from 'shared-ui';
import { NARROW_SCREEN, SHORT_SCREEN } from 'shared-ui/details';
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

/** Heading and intro in a line that stays in view while the page scrolls, except on short or very narrow screens. */
const Bar = styled.div`
  position: sticky;
  z-index: 3;
  inset-block-start: 0;
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 var(--space-3);
  margin-block-end: var(--space-4);
  margin-inline: calc(-1 * var(--space-4));
  padding: var(--space-2) var(--space-4);
  border-block-end: 1px solid var(--line-color);
  background: var(--page);

  h1 {
    font-size: var(--text-l);
    overflow-wrap: anywhere;
  }
  p {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--space-3);
    color: var(--ink-soft);
    font-size: var(--text-s);
  }
  @container screen (min-inline-size: 41.5rem) {
    h1 {
      font-size: var(--text-xl);
    }
    p {
      font-size: var(--text-m);
    }
  }
  ${NARROW_SCREEN} {
    position: static;
  }
  ${SHORT_SCREEN} {
    position: static;
  }

  /* What takes the focus is never covered. */
  ~ * :is(a, button, input, select, textarea, summary, [tabindex]) {
    scroll-margin-block-start: 7rem;
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
  /** Whether heading and intro stay in view, for pages about one person. The tools are then above them. */
  keepsTitle?: boolean;
  children: ReactNode;
}

/** Desk screen up to 75rem wide. Heading and tools share one line if they fit. */
export function DeskPage({ title, ref, intro, tools, keepsTitle = false, children }: Props) {
  const head = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({ focusHeading: () => head.current?.querySelector('h1')?.focus() }), []);
  const heading = (
    <>
      <ScreenHeading>{title}</ScreenHeading>
      {intro && <p>{intro}</p>}
    </>
  );
  return (
    <Sheet>
      {keepsTitle ? (
        <>
          {tools}
          <Bar ref={head}>{heading}</Bar>
        </>
      ) : (
        <Head>
          <div ref={head}>{heading}</div>
          {tools}
        </Head>
      )}
      {children}
    </Sheet>
  );
}
