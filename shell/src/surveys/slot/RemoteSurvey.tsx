import { useCallback, useEffect, useRef, useState } from 'react';
import {
  LANGUAGE_TAG,
  onDemand,
  runtimeConfig,
  Stack,
  type SurveySlotProps,
  store,
  useLocale,
  useStore,
} from 'shared-ui';
import type { SurveyAnswer, SurveyContext, SurveyRemote } from 'shared-ui/contract';
import { SURVEYS, surveyContract } from '../../remotes/contracts.ts';
import { Remote } from '../../remotes/Remote.tsx';
import { WaitingForRemote } from '../../remotes/WaitingForRemote.tsx';
import { loadDelivery } from '../load.ts';
import type { Draft, SentSurvey } from '../outbox/index.ts';
import { UnsentHere } from './UnsentHere.tsx';
import { type Opening, useOpening } from './useOpening.ts';

function person(): SurveyContext['person'] {
  const { me } = store.getState().session;
  return me?.scope === 'full'
    ? { name: `${me.firstName} ${me.lastName}`.trim(), email: me.email }
    : { name: me?.firstName ?? '', email: '' };
}

/**
 * State of the form over all of its mounts (a change of appearance or language): what was typed, and the idempotency
 * key. Answers that were changed after an attempt to send them are a new survey; the recorder would refuse them under
 * the old key.
 */
function useForm(about: string, draft: Draft | undefined, corrects: string | undefined) {
  const [memory] = useState(() => ({
    key: draft?.key ?? crypto.randomUUID(),
    sent: '',
    typed: draft?.responses,
    replaces: draft?.replaces ?? corrects,
  }));
  const keep = useCallback(
    (responses: SurveyAnswer[]) => {
      memory.typed = responses;
      const { me } = store.getState().session;
      if (me?.scope !== 'full') return;
      const { id } = me;
      const { key, replaces } = memory;
      loadDelivery()
        .then(({ keepDraft }) => keepDraft(id, about, { key, responses, ...(replaces ? { replaces } : {}) }))
        .catch((error: unknown) => console.info('The draft lives on this screen only', error));
    },
    [about, memory],
  );
  const keyFor = useCallback(
    (responses: SurveyAnswer[]) => {
      const answers = JSON.stringify(responses);
      if (memory.sent !== '' && memory.sent !== answers) memory.key = crypto.randomUUID();
      memory.sent = answers;
      return memory.key;
    },
    [memory],
  );
  /** Starts a new survey with a new key, which corrects the one that was sent. */
  const startAfresh = useCallback(
    (replaces = memory.replaces) =>
      Object.assign(memory, { key: crypto.randomUUID(), sent: '', typed: undefined, replaces }),
    [memory],
  );
  return { memory, keep, keyFor, startAfresh };
}

/** A mounted form. One in a frame is not visible immediately; `shown` resolves when it is. */
interface MountedForm {
  unmount(): void;
  shown?: Promise<void>;
}

interface MountedSurveyProps extends SurveySlotProps {
  remote: SurveyRemote;
  draft: Draft | undefined;
  /** Receipt of the survey that this form corrects. */
  corrects: string | undefined;
  /** Called when the survey is sent or safely queued. */
  onSent(): void;
}

/** Mounts the surveys remote into an element and unmounts it again. Its errors reach the error boundary. */
function MountedSurvey({ remote, survey, about, draft, corrects, onDone, onSent }: MountedSurveyProps) {
  const place = useRef<HTMLDivElement>(null);
  const [failure, setFailure] = useState<{ error: unknown }>();
  const locale = useLocale();
  const theme = useStore((state) => state.settings.theme);
  const direction = useStore((state) => state.settings.direction);
  const look = `${locale} ${theme} ${direction}`;
  const [sentIn, setSentIn] = useState<string>();
  const [isWaiting, setIsWaiting] = useState(false);
  const { memory, keep, keyFor, startAfresh } = useForm(about, draft, corrects);
  const listener = useRef({ onDone, onSent });
  useEffect(() => {
    listener.current = { onDone, onSent };
  }, [onDone, onSent]);

  useEffect(() => {
    const container = place.current;
    if (!container) return;
    const { brand, recorder } = runtimeConfig();
    const context: SurveyContext = {
      survey,
      hospital: brand.hospital,
      person: person(),
      locale: LANGUAGE_TAG[locale],
      direction: direction,
      theme,
      answersAreKept: recorder.retention === 'keep',
      ...(memory.typed ? { draft: memory.typed } : {}),
      keepDraft: keep,
      submit: async (responses) => {
        const { sendSurvey } = await loadDelivery();
        const { replaces } = memory;
        const key = keyFor(responses);
        const receipt = await sendSurvey({ key, about, survey, responses, person: person(), replaces });
        startAfresh(receipt.receiptId);
        listener.current.onSent();
        setSentIn(`${locale} ${theme} ${direction}`);
        return receipt;
      },
      done: () => listener.current.onDone(),
      fail: (error) => setFailure({ error }),
    };
    try {
      const mounted: MountedForm = remote.mount(container, context);
      setIsWaiting(mounted.shown !== undefined);
      mounted.shown?.then(() => setIsWaiting(false));
      return () => mounted.unmount();
    } catch (error) {
      setFailure({ error });
      return;
    }
  }, [remote, survey, about, locale, theme, direction, memory, keep, keyFor, startAfresh]);

  if (failure) throw failure.error;
  // Remounted in another language or appearance, the form would ask again for what was sent.
  if (sentIn !== undefined && sentIn !== look) return <UnsentHere about={about} onDone={onDone} />;
  return (
    <>
      {isWaiting && <WaitingForRemote />}
      <div ref={place} />
    </>
  );
}

const SentHere = onDemand(() => import('../sent/SentHere.tsx'));
const Correcting = onDemand(() => import('../sent/Correcting.tsx'));

function forgetTyped(about: string): void {
  const { me } = store.getState().session;
  if (me?.scope !== 'full') return;
  const { id } = me;
  loadDelivery()
    .then(({ forgetDraft }) => forgetDraft(id, about))
    .catch((error: unknown) => console.info('The draft could not be deleted', error));
}

/** Returns a draft that corrects a sent survey, starting with its answers if this phone has them. */
function correctionOf({ receiptId, responses }: SentSurvey): Draft | undefined {
  return responses && { key: crypto.randomUUID(), responses, replaces: receiptId };
}

/**
 * Survey slot, served by the surveys remote in the registry. Shows instead that the answers are waiting to be sent, or
 * were sent. A sent form can be reopened to correct it, but never to send a second survey.
 */
export function RemoteSurvey(props: SurveySlotProps) {
  const { survey, about, onDone } = props;
  const opening = useOpening(about);
  const [choice, setChoice] = useState<{ of: Opening; draft: Draft | undefined; isOpen: boolean }>();
  const [isSafe, setIsSafe] = useState(false);
  if (opening?.isUnsent) return <UnsentHere about={about} onDone={onDone} />;
  const chosen = choice?.of === opening ? choice : undefined;
  const sent = opening?.sent;
  const draft = chosen ? chosen.draft : opening?.draft;
  const isOpen = chosen ? chosen.isOpen : draft !== undefined;
  const choose = (to: boolean) => {
    if (opening?.sent) setChoice({ of: opening, draft: to ? correctionOf(opening.sent) : undefined, isOpen: to });
  };
  const keep = () => {
    choose(false);
    forgetTyped(about);
  };
  if (sent && !isOpen) return <SentHere survey={survey} sent={sent} onEdit={() => choose(true)} onDone={onDone} />;
  return (
    <Stack>
      {sent && !isSafe && <Correcting sent={sent} onKeep={keep} />}
      <Remote name={SURVEYS} contract={surveyContract}>
        {({ module }) =>
          opening && (
            <MountedSurvey
              remote={module}
              draft={draft}
              corrects={sent?.receiptId}
              onSent={() => setIsSafe(true)}
              {...props}
            />
          )
        }
      </Remote>
    </Stack>
  );
}
