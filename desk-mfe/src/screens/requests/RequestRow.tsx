import type { DeskRequest } from 'mock-api/contract';
import { type KeyboardEvent, useId, useState } from 'react';
import { formatMoment, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { Identity } from '../../components/identity.tsx';
import { EntryRow } from '../../components/table/Table.tsx';
import { words } from '../../words.ts';
import { actionOf, moveBetweenRequests, type RequestAction, ROW } from './keys.ts';
import { RequestDetails } from './RequestDetails.tsx';
import { useRequestActions } from './useRequestActions.ts';

const Open = styled.button`
  min-block-size: var(--target);
  padding: 0;
  border: 0;
  background: transparent;
  color: inherit;
  font: inherit;
  text-align: start;
`;

const Excerpt = styled.span`
  display: -webkit-box;
  overflow: hidden;
  color: var(--ink-soft);
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 1;
`;

const Details = styled.td`
  && {
    padding: 0;
  }
`;

interface Props {
  request: DeskRequest;
  /** Whether it is open at first. */
  isOpenAtFirst: boolean;
  onChanged(request: DeskRequest, message: string): void;
}

/** Summary of one request, which expands to the full text with replies. */
export function RequestRow({ request, isOpenAtFirst, onChanged }: Props) {
  const t = useText(words);
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
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
    <>
      <EntryRow>
        <th scope="row">
          <Open
            type="button"
            {...{ [ROW]: '' }}
            aria-expanded={isOpen}
            aria-controls={id}
            aria-keyshortcuts="s d r"
            onKeyDown={press}
            onClick={() => setIsOpen(!isOpen)}
          >
            {patient.name}
          </Open>{' '}
          <Identity of={patient} />
        </th>
        <td data-wide>
          {t(`requests.kinds.${kind}`)}
          {!isOpen && <Excerpt>{text}</Excerpt>}
        </td>
        <td>{who === patient.name ? t('requests.fromPatient') : t('requests.from', { who })}</td>
        <td data-short>
          {t(`requests.states.${status}`)} · {formatMoment(createdAt)}
        </td>
      </EntryRow>
      <tr id={id} hidden={!isOpen}>
        <Details colSpan={4}>
          {isOpen && <RequestDetails request={request} actions={actions} takesFocus={wantsReply} />}
        </Details>
      </tr>
    </>
  );
}
