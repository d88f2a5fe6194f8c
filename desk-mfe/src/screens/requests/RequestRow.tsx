import type { DeskRequest } from 'mock-api/contract';
import { type KeyboardEvent, useId, useState } from 'react';
import { formatMoment, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words.ts';
import { actionOf, moveBetweenRequests, type RequestAction, ROW } from './keys.ts';
import { RequestDetails } from './RequestDetails.tsx';
import { useRequestActions } from './useRequestActions.ts';

const Head = styled.button`
  display: grid;
  gap: 0 var(--space-4);
  inline-size: 100%;
  min-block-size: 56px;
  padding: var(--space-3) var(--space-4);
  border: 0;
  background: transparent;
  color: var(--ink);
  font: inherit;
  text-align: start;

  &:hover,
  &[aria-expanded='true'] {
    background: var(--brand-soft);
  }
  @media (width >= 48em) {
    grid-template-columns: minmax(0, 2fr) repeat(3, minmax(0, 1fr));
  }
  > * {
    overflow-wrap: anywhere;
  }
  > strong {
    color: var(--brand);
  }
  > span:last-child {
    grid-column: 1 / -1;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  &[aria-expanded='true'] > span:last-child {
    display: none;
  }
`;

interface Props {
  request: DeskRequest;
  onChanged(request: DeskRequest, message: string): void;
}

/** Summary of one request, which expands to the full text with replies. */
export function RequestRow({ request, onChanged }: Props) {
  const t = useText(words);
  const [isOpen, setIsOpen] = useState(false);
  const [wantsReply, setWantsReply] = useState(false);
  const actions = useRequestActions(request, onChanged);
  const id = useId();
  const run = (action: RequestAction) => {
    if (action === 'reply') {
      setIsOpen(true);
      setWantsReply(true);
    } else void actions[action].submit();
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    moveBetweenRequests(event);
    const action = actionOf(event);
    if (!action) return;
    event.preventDefault();
    run(action);
  };
  const { patient, kind, who, text, createdAt, status } = request;
  return (
    <article aria-label={patient.name}>
      <Head
        type="button"
        {...{ [ROW]: '' }}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-keyshortcuts="s d r"
        onKeyDown={press}
        onClick={() => setIsOpen(!isOpen)}
      >
        <strong>{patient.name}</strong>
        <span>{t(`requests.kinds.${kind}`)}</span>
        <span>{who === patient.name ? t('requests.fromPatient') : t('requests.from', { who })}</span>
        <span>
          {t(`requests.states.${status}`)} · {formatMoment(createdAt)}
        </span>
        <span>{text}</span>
      </Head>
      <div id={id} hidden={!isOpen}>
        {isOpen && <RequestDetails request={request} actions={actions} takesFocus={wantsReply} />}
      </div>
    </article>
  );
}
