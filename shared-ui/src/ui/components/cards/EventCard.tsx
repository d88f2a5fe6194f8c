import ChevronRight from 'lucide-react/icons/chevron-right';
import type { EventStatus } from 'mock-api/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { css, styled } from 'styled-components';
import { TINY_SCREEN } from '../../theme/theme.ts';
import { Card } from './Card.tsx';

/** The colour family of a status; "none" has no colour. */
type Tone = 'act' | 'new' | 'urgent' | 'calm' | 'none';

const TONES: Record<EventStatus, Tone> = {
  ACTIONABLE: 'act',
  NOT_VIEWED: 'new',
  URGENT: 'urgent',
  PENDING: 'calm',
  VIEWED: 'none',
  COMPLETED: 'none',
};

/** Returns the tone of an event's status (docs/product-rules.md#event-statuses). */
export function statusTone(status: EventStatus): Tone {
  return TONES[status];
}

/** Sets --bar, --tone and --tint for `data-tone`. */
export const toneLook = css`
  --bar: transparent;
  --tone: var(--ink-soft);
  --tint: var(--sunken);

  &[data-tone='act'] {
    --bar: var(--act);
    --tone: var(--act);
    --tint: var(--act-soft);
  }
  &[data-tone='new'] {
    --bar: var(--new-bar);
    --tone: var(--new);
    --tint: var(--new-soft);
  }
  &[data-tone='urgent'] {
    --bar: var(--urgent);
    --tone: var(--urgent);
    --tint: var(--urgent-soft);
  }
  &[data-tone='calm'] {
    --bar: var(--calm);
  }
`;

/*
 * Optimised for long lists that scroll on slow phones: one styled box styles its parts, and the bar is a background,
 * since each positioned box or clip would be painted as a separate layer.
 */
const Frame = styled(Card)`
  ${toneLook}
  padding: 0;
  background: linear-gradient(var(--bar) 0 0) left / 6px 100% no-repeat var(--surface);

  [dir='rtl'] & {
    background-position: right;
  }
  [data-part='disc'] {
    display: grid;
    place-items: center;
    /* At 200 % text the words need the space. */
    inline-size: min(2.75rem, 14vw);
    block-size: min(2.75rem, 14vw);
    border-radius: 50%;
    background: var(--tint);
    color: var(--tone);
  }
  [data-part='name'] {
    display: block;
    font-weight: 620;
    line-height: 1.3;
  }
  [data-part='meta'] {
    display: flex;
    flex-wrap: wrap;
    column-gap: 6px;
    margin-block-start: 2px;
    color: var(--ink-soft);
    font-size: var(--text-s);
    line-height: 1.35;
  }
  [data-part='meta'] > b {
    color: var(--tone);
    font-weight: 650;

    &:not(:last-child)::after {
      margin-inline-start: 6px;
      color: var(--ink-soft);
      font-weight: 400;
      content: '·' / '';
    }
  }
`;

const Opener = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: var(--space-3);
  inline-size: 100%;
  min-block-size: 76px;
  padding: var(--space-2) var(--space-3);
  padding-inline-start: 18px;
  border: 0;
  border-radius: inherit;
  background: transparent;
  color: var(--ink);
  text-align: inherit;
  text-decoration: none;
  transition: background var(--fade);

  ${TINY_SCREEN} {
    gap: var(--space-2);

    > .lucide-chevron-right {
      display: none;
    }
  }
  &:is(a, button):hover {
    background: color-mix(in srgb, var(--tint) 35%, transparent);
  }
  &:focus-visible {
    outline-offset: -3px;
  }
`;

const Foot = styled.div`
  padding: 0 var(--space-3) var(--space-3);
  padding-inline-start: 18px;
`;

const Split = styled.div`
  display: flex;
  align-items: center;
  padding-inline-end: var(--space-1);

  > :first-child {
    flex: 1;
    min-inline-size: 0;
  }
`;

interface EventCardProps {
  name: ReactNode;
  status: EventStatus;
  /** The status in a word ("Tell us"); omitted for statuses without one. */
  word?: string | undefined;
  /** When it happened, already formatted ("2 min ago"). */
  time?: ReactNode;
  icon: ReactNode;
  to?: string | undefined;
  /** Called on a press when there is no route. Without `to` and `onPress` the card can't be opened. */
  onPress?: (() => void) | undefined;
  /** A small control next to the card's own target (delete). */
  aside?: ReactNode;
  /** Content below the card's own target, still on the card (Accept and Decline). */
  children?: ReactNode;
}

/** Shows one event in one tap target: status bar, tinted icon, name, status word and time. */
export function EventCard({ name, status, word, time, icon, to, onPress, aside, children }: EventCardProps) {
  const opens = to !== undefined || onPress !== undefined;
  const face = (
    <>
      <span data-part="disc">{icon}</span>
      <span>
        <span data-part="name">{name}</span>
        {(word || time) && (
          <span data-part="meta">
            {word && <b>{word}</b>}
            {time && <span>{time}</span>}
          </span>
        )}
      </span>
      {opens && !aside && <ChevronRight />}
    </>
  );
  const target = <Target to={to} onPress={onPress} face={face} />;
  return (
    <Frame data-tone={statusTone(status)}>
      {aside ? (
        <Split>
          {target}
          {aside}
        </Split>
      ) : (
        target
      )}
      {children && <Foot>{children}</Foot>}
    </Frame>
  );
}

function Target({ to, onPress, face }: Pick<EventCardProps, 'to' | 'onPress'> & { face: ReactNode }) {
  if (to !== undefined) {
    return (
      <Opener as={Link} to={to}>
        {face}
      </Opener>
    );
  }
  if (!onPress) return <Opener>{face}</Opener>;
  return (
    <Opener as="button" type="button" onClick={onPress}>
      {face}
    </Opener>
  );
}
