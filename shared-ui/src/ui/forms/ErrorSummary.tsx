import { type MouseEvent, useEffect, useRef } from 'react';
import { styled } from 'styled-components';

const Frame = styled.div`
  padding: var(--space-4);
  border: 2px solid var(--urgent);
  border-radius: var(--radius-m);
  background: var(--urgent-soft);

  ul {
    margin: var(--space-2) 0 0;
    padding: 0;
    list-style: none;
  }
  a {
    display: inline-block;
    min-block-size: 32px;
    color: var(--urgent);
    font-weight: 620;
  }
`;

const Title = styled.h2`
  font-size: var(--text-l);
`;

export interface FieldIssue {
  /** Id of the field. */
  id: string;
  /** The same text as below the field. */
  message: string;
}

export interface ErrorSummaryProps {
  title: string;
  errors: readonly FieldIssue[];
  /** Number of the attempt to send: a new one moves the focus here again, an error that appears later does not. */
  attempt?: number;
}

/**
 * Lists the errors that keep a form from being sent: takes the focus, and each line links to its field. Renders nothing
 * without errors.
 */
export function ErrorSummary({ title, errors, attempt = 0 }: ErrorSummaryProps) {
  const frame = useRef<HTMLDivElement>(null);
  const seen = useRef<number | null>(null);
  const isWrong = errors.length > 0;
  useEffect(() => {
    if (seen.current === attempt) return;
    seen.current = attempt;
    if (isWrong) frame.current?.focus();
  }, [attempt, isWrong]);
  if (errors.length === 0) return null;
  return (
    <Frame ref={frame} role="alert" tabIndex={-1}>
      <Title>{title}</Title>
      <ul>
        {errors.map(({ id, message }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={(event) => focusField(event, id)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </Frame>
  );
}

/** Focuses the field instead of changing the URL; for a group, its checked or first button. */
function focusField(event: MouseEvent, id: string): void {
  event.preventDefault();
  const field = document.getElementById(id);
  const inner =
    field?.querySelector<HTMLElement>('input:checked') ?? field?.querySelector<HTMLElement>('input, button');
  const legend = field?.closest('fieldset')?.querySelector('legend');
  const label = legend ?? document.querySelector(`label[for="${CSS.escape(id)}"]`) ?? field;
  // The question must be visible, so it is scrolled into view before the focus moves, which doesn't scroll again.
  label?.scrollIntoView?.({ block: 'center' });
  (inner ?? field)?.focus({ preventScroll: true });
}
