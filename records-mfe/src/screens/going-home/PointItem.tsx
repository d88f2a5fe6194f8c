import Check from 'lucide-react/icons/check';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import Footprints from 'lucide-react/icons/footprints';
import Reply from 'lucide-react/icons/reply';
import Send from 'lucide-react/icons/send';
import type { CareRequest } from 'mock-api/contract';
import { type ReactNode, type SyntheticEvent, useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  ApiFailure,
  Button,
  Card,
  formatMoment,
  LiveRegion,
  Note,
  Row,
  Soft,
  Stack,
  useProfile,
  useSubmit,
  useText,
  VisuallyHidden,
} from 'shared-ui';
import { publish } from 'shared-ui/bus';
import { requestPaths } from 'shared-ui/contract';
import { EmergencyNote, HospitalText, HospitalWordsNote } from 'shared-ui/details';
import {
  CheckboxField,
  createDraft,
  Form,
  Formik,
  FormikField,
  KeepDraft,
  TextArea,
  useDraft,
  yup,
} from 'shared-ui/forms';
import { styled } from 'styled-components';
import { askAboutPoint, type ChecklistPoint, OWN_LENGTH, requestText, words } from './checklist.ts';

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
    text-align: inherit;
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
          {mayAsk && <Unsure point={point} asked={asked} isTicked={isTicked} onTick={onTick} />}
        </Stack>
      </Under>
    </Card>
  );
}

type UnsureProps = Pick<Props, 'point' | 'asked' | 'isTicked' | 'onTick'>;

/**
 * Opens the form that asks about a point; afterwards says when it was sent, who comes to explain it, and that it was
 * explained, when the tick says that it is clear now.
 */
function Unsure({ point, asked, isTicked, onTick }: UnsureProps) {
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
    // What is asked about is not clear.
    if (wasSent && isTicked) onTick(false);
    if (!wasSent) requestAnimationFrame(() => opener.current?.focus());
  };
  const understand = ({ currentTarget }: SyntheticEvent) => {
    onTick(true);
    // The button leaves.
    currentTarget.closest('li')?.querySelector('input')?.focus();
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
      {asked?.status === 'done' && !isTicked && (
        <Row>
          <Button compact icon={<Check />} onClick={understand}>
            {t('ask.understood')}
            <VisuallyHidden>{`: ${point.title}`}</VisuallyHidden>
          </Button>
        </Row>
      )}
      <Opener>
        <Button ref={opener} variant="plain" compact icon={<CircleHelp />} onClick={() => setOpen(true)}>
          {t('ask.open')}
          <VisuallyHidden>{`: ${point.title}`}</VisuallyHidden>
        </Button>
      </Opener>
    </>
  );
}

function Asked({ request }: { request: CareRequest }) {
  const t = useText(words);
  const { id } = useProfile();
  const { assignee, createdAt, replies, status } = request;
  const inWords = () => {
    if (status === 'on-the-way' && assignee) return { icon: <Footprints />, text: t('ask.coming', { name: assignee }) };
    if (replies.length > 0) return { icon: <Reply />, text: t('ask.replied') };
    if (status !== 'done') return { icon: <Send />, text: t('ask.sent', { date: formatMoment(createdAt) }) };
    return { icon: <Check />, text: assignee ? t('ask.explainedBy', { name: assignee }) : t('ask.explained') };
  };
  const { icon, text } = inWords();
  return (
    <Soft as="div">
      <LiveRegion message={status === 'on-the-way' || status === 'done' ? text : ''} />
      <Row $gap={8}>
        <Mark>
          {icon}
          {text}
        </Mark>
        <Link to={requestPaths.list(id)}>{t('ask.requests')}</Link>
      </Row>
    </Soft>
  );
}

/** What was typed about each point: profile and point -> text. Kept when sending fails and when the user leaves. */
const drafts = createDraft<Record<string, string>>({});

const keyOf = (profileId: number, { point }: ChecklistPoint) => `${profileId} ${point}`;

/** Returns what the user has typed about a point, and not sent. */
const useTyped = (profileId: number, point: ChecklistPoint): string =>
  useDraft(drafts, (typed) => typed[keyOf(profileId, point)] ?? '');

function forget(key: string): Promise<void> {
  const { [key]: _sent, ...others } = drafts.get();
  return drafts.set(others);
}

interface AskFormProps {
  point: ChecklistPoint;
  onSent(): void;
  onCancel(): void;
}

const schema = yup.object({ text: yup.string().max(OWN_LENGTH) });

/** Asks the hospital about a point, with the point's text and what the user adds. */
function AskForm({ point, onSent, onCancel }: AskFormProps) {
  const t = useText(words);
  const profile = useProfile();
  const key = keyOf(profile.id, point);
  const typed = useTyped(profile.id, point);
  const take = useCallback(({ text }: { text: string }) => ({ ...drafts.get(), [key]: text }), [key]);
  const { error, submit } = useSubmit(async ({ text }: { text: string }) => {
    const request = await askAboutPoint(profile.id, point.point, requestText(point, text));
    await forget(key);
    // Other screens on the page don't have to wait for the stream.
    publish('change@1', { kind: 'request.updated', id: request.id, profileId: profile.id });
    onSent();
  });
  const cancel = () => {
    void forget(key);
    onCancel();
  };
  return (
    <Formik initialValues={{ text: typed }} validationSchema={schema} onSubmit={submit}>
      {({ isSubmitting }) => (
        <Form noValidate>
          <KeepDraft draft={drafts} take={take} />
          <Stack>
            <FormikField name="text">
              {(field) => <TextArea {...field} label={t('ask.label')} hint={t('ask.hint')} maxLength={OWN_LENGTH} />}
            </FormikField>
            <EmergencyNote />
            {error !== null && (
              <Note tone="error" live="alert">
                {(error instanceof ApiFailure && error.kind === 'rejected' && error.message) || t('ask.failed')}
              </Note>
            )}
            <Row $gap={8}>
              <Button type="submit" compact busy={isSubmitting}>
                {t('ask.send')}
              </Button>
              <Button variant="plain" compact onClick={cancel}>
                {t('ask.cancel')}
              </Button>
            </Row>
          </Stack>
        </Form>
      )}
    </Formik>
  );
}
