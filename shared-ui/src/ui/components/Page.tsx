import ArrowLeft from 'lucide-react/icons/arrow-left';
import X from 'lucide-react/icons/x';
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { fadeIn } from '../theme/index.ts';
import { IconButton } from './Button.tsx';

/** A control of a header: its name in words, and what it does. */
export interface HeaderAction {
  label: string;
  onPress(): void;
}

/** Whether something lies over the screen (true inside), so that it neither names the document nor takes the focus. */
export const Covered = createContext(false);

/**
 * Names a screen: the document's title ("Screen · Product", the product's name being that of
 * `meta[name=application-name]`), and the focus on its heading, so that a screen reader starts there.
 * Leaving puts the title back that stood before.
 */
function useScreenName(title: string, focus: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isCovered = use(Covered);
  // Only on arrival: a screen that is uncovered again leaves the focus to the component that uncovered it.
  const takesFocus = useRef(focus && !isCovered);
  useEffect(() => {
    if (isCovered) return;
    const before = document.title;
    const product = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content;
    document.title = product ? `${title} · ${product}` : title;
    return () => {
      document.title = before;
    };
  }, [title, isCovered]);
  useEffect(() => {
    if (takesFocus.current) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}

export interface ScreenHeadingProps {
  children: string;
  /** Takes the focus when it appears (true unless said otherwise): right for every screen that navigation leads to. */
  focus?: boolean;
  className?: string;
}

/** The h1 of a screen; names the document as well. One a screen. */
export function ScreenHeading({ children, focus = true, className }: ScreenHeadingProps) {
  const heading = useScreenName(children, focus);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}

let hasShownScreen = false;

/**
 * Whether this screen is the one at which the page was opened. It stands at once: the person comes from no other
 * screen, and a fade is a fifth of a second more until there is something to read.
 */
function useIsFirstScreen(): boolean {
  const [isFirst] = useState(() => !hasShownScreen);
  useEffect(() => {
    hasShownScreen = true;
  }, []);
  return isFirst;
}

const Column = styled.div`
  inline-size: 100%;
  max-inline-size: var(--column);
  margin-inline: auto;
  padding: var(--space-4) var(--space-4) var(--space-6);

  &:not([data-stands]) {
    animation: ${fadeIn} var(--fade) var(--ease);
  }
`;

const Intro = styled.div`
  margin-block: var(--space-2) 0;
  color: var(--ink-soft);
`;

const Body = styled.div`
  margin-block-start: var(--space-5);
`;

/** A moment rather than a task: a mark over the words, all of it in the middle. */
const Moment = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  justify-items: center;
  padding-block-start: clamp(var(--space-4), 9vh, 5.5rem);
  text-align: center;
  text-wrap: balance;
  overflow-wrap: anywhere;

  > :first-child {
    margin-block-end: var(--space-5);
  }
`;

export interface PageProps {
  title: string;
  /** What it is about, as a picture over the heading: for screens that say one thing (SuccessMark, IconDisc). */
  mark?: ReactNode;
  /** A line or two under the heading. */
  intro?: ReactNode;
  /** Back arrow above the heading. */
  back?: HeaderAction | undefined;
  focusHeading?: boolean;
  children?: ReactNode;
}

/** A screen of its own: large heading that takes the focus, then its content in the phone-wide column. */
export function Page({ title, mark, intro, back, focusHeading = true, children }: PageProps) {
  const isFirst = useIsFirstScreen();
  const words = (
    <>
      <ScreenHeading focus={focusHeading}>{title}</ScreenHeading>
      {intro && <Intro>{intro}</Intro>}
    </>
  );
  return (
    <Column data-stands={isFirst || undefined}>
      {back && <BackButton {...back} />}
      {mark ? (
        <Moment>
          {mark}
          {words}
        </Moment>
      ) : (
        words
      )}
      {children && <Body>{children}</Body>}
    </Column>
  );
}

const Pull = styled.div`
  margin-block: -10px var(--space-2);
  margin-inline-start: -12px;
`;

function BackButton({ label, onPress }: HeaderAction) {
  return (
    <Pull>
      <IconButton label={label} icon={<ArrowLeft />} onClick={onPress} />
    </Pull>
  );
}

const HeaderRow = styled.div`
  container-type: inline-size;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--space-2);
  min-block-size: 60px;
  padding: var(--space-2);
`;

const PanelHeading = styled(ScreenHeading)`
  flex: 1;
  min-inline-size: 0;
  padding-inline-start: var(--space-2);
  font-size: var(--text-xl);
  letter-spacing: -0.01em;

  /* With large type a long word ("événements") has no room between the buttons: the heading stands below them. */
  @container (inline-size < 13rem) {
    order: 1;
    flex-basis: 100%;
    hyphens: auto;
  }
`;

export interface BackHeaderProps {
  title: string;
  back?: HeaderAction | undefined;
  close?: HeaderAction | undefined;
  focusHeading?: boolean;
}

/** The header of a screen inside the profile panel: back arrow, heading (h1, takes the focus), close. */
export function BackHeader({ title, back, close, focusHeading = true }: BackHeaderProps) {
  return (
    <HeaderRow>
      {back && <IconButton label={back.label} icon={<ArrowLeft />} onClick={back.onPress} />}
      <PanelHeading focus={focusHeading}>{title}</PanelHeading>
      {close && <IconButton label={close.label} icon={<X />} onClick={close.onPress} />}
    </HeaderRow>
  );
}

const PanelColumn = styled(Column)`
  padding-block-start: var(--space-1);
`;

/** The content of a screen inside the profile panel: padding and the phone-wide column. */
export function PanelBody({ children }: { children: ReactNode }) {
  const isFirst = useIsFirstScreen();
  return <PanelColumn data-stands={isFirst || undefined}>{children}</PanelColumn>;
}
