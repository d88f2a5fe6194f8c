import CircleHelp from 'lucide-react/icons/circle-question-mark';
import type { DeskRequest, Leaving } from 'mock-api/contract';
import { Link } from 'react-router-dom';
import { Card, Soft, Stack, staffPaths, useText } from 'shared-ui';
import { clockTimes } from 'shared-ui/details';
import { styled } from 'styled-components';
import { Failure } from '../../components/feedback.tsx';
import { identityOf } from '../../components/identity.tsx';
import { RequestActions, useRequestActions } from '../../components/waiting/RequestActions.tsx';
import { waitOf } from '../../components/waiting/waiting-parts.tsx';
import { words } from '../../words.ts';

const Name = styled.h4`
  a {
    display: inline-flex;
    align-items: center;
    min-block-size: var(--target);
    font-size: var(--text-l);
    overflow-wrap: anywhere;
  }
`;

const Meter = styled.progress`
  inline-size: 100%;
  block-size: 0.625rem;
  accent-color: var(--act);
`;

const Marked = styled.p`
  --icon: 1.125rem;
  display: flex;
  align-items: center;
  gap: 6px;
  font-weight: 640;
`;

const Unclear = styled.li`
  padding-block: var(--space-2);
  border-block-start: 1px solid var(--line-color);
`;

const Plain = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;
`;

const Open = styled.details`
  > summary {
    min-block-size: var(--target);
    padding-block: var(--space-2);
    font-weight: 640;
    cursor: pointer;
  }
  ul {
    margin: 0;
  }
  li {
    overflow-wrap: anywhere;
  }
`;

const Text = styled.p`
  overflow-wrap: anywhere;
  white-space: pre-line;
`;

interface Props {
  leaving: Leaving;
  now: number;
  /** @param isEnded whether the pressed button leaves with its point */
  onChanged(id: string, message: string, isEnded: boolean): void;
}

/** One patient who goes home: how far the checklist is, what is not clear and who explains it, and what is open. */
export function LeavingCard({ leaving, now, onChanged }: Props) {
  const t = useText(words);
  const { patient, checklist, home, open, unsure } = leaving;
  const { name } = patient;
  const progress = t('leaving.progress', { ...checklist });
  return (
    <Card as="article" aria-label={name}>
      <Stack $gap={8}>
        <div>
          <Name>
            <Link to={staffPaths.patient(patient.id)}>{name}</Link>
          </Name>
          <Soft>{identityOf(t, patient)}</Soft>
        </div>
        <p>
          {[
            home?.at && t('leaving.at', { time: clockTimes([home.at]).join() }),
            home?.ride ? t('leaving.ride', { ride: home.ride }) : t('leaving.noRide'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <div>
          <p>{progress}</p>
          <Meter value={checklist.ticked} max={checklist.total} aria-label={progress} />
        </div>
        {unsure.length > 0 && (
          <div>
            <Marked>
              <CircleHelp aria-hidden />
              {t('leaving.unsure', { count: unsure.length })}
            </Marked>
            <Plain>
              {unsure.map((request) => (
                <Unclear key={request.id}>
                  <UnsurePoint
                    request={request}
                    now={now}
                    onChanged={(message, isEnded) => onChanged(patient.id, message, isEnded)}
                  />
                </Unclear>
              ))}
            </Plain>
          </div>
        )}
        {open.length > 0 && (
          <Open>
            <summary>{t('leaving.open', { count: open.length })}</summary>
            <ul>
              {open.map((title) => (
                <li key={title}>{title}</li>
              ))}
            </ul>
          </Open>
        )}
      </Stack>
    </Card>
  );
}

interface PointProps {
  request: DeskRequest;
  now: number;
  onChanged(message: string, isEnded: boolean): void;
}

/** A point that is not clear, and who is on it. */
function UnsurePoint({ request, now, onChanged }: PointProps) {
  const t = useText(words);
  const { createdAt, patient, text, who } = request;
  const { name } = patient;
  const actions = useRequestActions((changed, message) => onChanged(message, changed.status === 'done'));
  return (
    <Stack $gap={8}>
      <Text>{text}</Text>
      <Soft>
        {[who !== name && t('requests.from', { who }), waitOf(t, createdAt, now)].filter(Boolean).join(' · ')}
      </Soft>
      <RequestActions
        request={request}
        actions={actions}
        done={t('leaving.explained')}
        nowDone={t('leaving.nowExplained', { name })}
      />
      <Failure error={actions.error} />
    </Stack>
  );
}
