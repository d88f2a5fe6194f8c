import CircleHelp from 'lucide-react/icons/circle-question-mark';
import Reply from 'lucide-react/icons/reply';
import Send from 'lucide-react/icons/send';
import type { CareRequest } from 'mock-api/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button, Card, formatMoment, Note, Row, Soft, Stack, useProfile, useText, VisuallyHidden } from 'shared-ui';
import { requestPaths } from 'shared-ui/contract';
import { HospitalText, HospitalWordsNote } from 'shared-ui/details';
import { CheckboxField } from 'shared-ui/forms';
import { styled } from 'styled-components';
import { words } from '../../words-going-home.ts';
import { AskForm, useTyped } from './AskForm.tsx';
import type { ChecklistPoint } from './checklist.ts';

/** What belongs to a point stands below its words, not below its box. */
const Under = styled.div`
  padding-inline-start: calc(1.375rem + var(--space-3));
  overflow-wrap: anywhere;
`;

const Title = styled.strong`
  font-weight: 640;
  overflow-wrap: anywhere;
`;

const Mark = styled.span`
  --icon: 1.125rem;
  display: inline-flex;
  align-items: center;
  gap: 6px;
  font-size: var(--text-s);
  font-weight: 650;
`;

/** In line with the point's words. */
const Opener = styled.div`
  > button {
    inline-size: auto;
    padding-inline: 0;
    text-align: start;
  }
`;

interface Props {
  point: ChecklistPoint;
  isTicked: boolean;
  onTick(isTicked: boolean): void;
  /** Whether the user may ask the hospital. */
  mayAsk: boolean;
  /** Their latest request about this point. */
  asked: CareRequest | undefined;
  /** Replaces the point's lines, e.g. with links. */
  children?: ReactNode;
}

/** A point of the checklist: tick it, or ask the hospital about it. */
export function PointItem({ point, isTicked, onTick, mayAsk, asked, children }: Props) {
  const { title, lines, lang } = point;
  return (
    <Card as="li">
      <CheckboxField
        label={
          <Title>
            <HospitalText lang={lang}>{title}</HospitalText>
          </Title>
        }
        value={isTicked}
        onChange={onTick}
      />
      <Under>
        <Stack $gap={4}>
          {children ??
            lines.map((line) => (
              <p key={line}>
                <HospitalText lang={lang}>{line}</HospitalText>
              </p>
            ))}
          <HospitalWordsNote lang={lang} />
          {mayAsk && <Unsure point={point} asked={asked} />}
        </Stack>
      </Under>
    </Card>
  );
}

/** Opens the form that asks about a point; afterwards says when it was sent, and whether the hospital has replied. */
function Unsure({ point, asked }: Pick<Props, 'point' | 'asked'>) {
  const t = useText(words);
  const { id } = useProfile();
  const typed = useTyped(id, point);
  const [isOpen, setOpen] = useState(typed !== '');
  const [isSent, setSent] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const confirmation = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSent) confirmation.current?.focus();
  }, [isSent]);
  const close = (wasSent: boolean) => {
    setOpen(false);
    setSent(wasSent);
    if (!wasSent) requestAnimationFrame(() => opener.current?.focus());
  };
  if (isOpen) return <AskForm point={point} onSent={() => close(true)} onCancel={() => close(false)} />;
  return (
    <>
      {isSent && (
        <div ref={confirmation} tabIndex={-1}>
          <Note tone="success" live="status">
            {t('ask.confirmed')}
          </Note>
        </div>
      )}
      {asked && <Asked request={asked} />}
      <Opener>
        <Button ref={opener} variant="plain" compact icon={<CircleHelp />} onClick={() => setOpen(true)}>
          {t('ask.open')}
          <VisuallyHidden>{`: ${point.title}`}</VisuallyHidden>
        </Button>
      </Opener>
    </>
  );
}

function Asked({ request: { createdAt, replies } }: { request: CareRequest }) {
  const t = useText(words);
  const { id } = useProfile();
  return (
    <Soft as="div">
      <Row $gap={8}>
        <Mark>
          {replies.length > 0 ? <Reply /> : <Send />}
          {replies.length > 0 ? t('ask.replied') : t('ask.sent', { date: formatMoment(createdAt) })}
        </Mark>
        <Link to={requestPaths.list(id)}>{t('ask.requests')}</Link>
      </Row>
    </Soft>
  );
}
