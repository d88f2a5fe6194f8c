import { useCallback, useEffect, useRef, useState } from 'react';
import { LANGUAGE_TAG, runtimeConfig, type SurveySlotProps, store, useLocale, useStore } from 'shared-ui';
import type { SurveyAnswer, SurveyContext, SurveyRemote } from 'shared-ui/contract';
import { surveyContract } from '../../remotes/contracts.ts';
import { Remote } from '../../remotes/Remote.tsx';
import { loadDelivery } from '../load.ts';
import type { Draft } from '../outbox/index.ts';
import { UnsentHere } from './UnsentHere.tsx';
import { useOpening } from './useOpening.ts';

function person(): SurveyContext['person'] {
  const { me } = store.getState().session;
  return me?.scope === 'full'
    ? { name: `${me.firstName} ${me.lastName}`.trim(), email: me.email }
    : { name: me?.firstName ?? '', email: '' };
}

/**
 * The form's own memory, over every time it is drawn (another look, another language): what was typed, and the key that
 * it goes under. Answers that were changed after a try to send them are a survey of their own, which the recorder would
 * refuse under the old key.
 */
function useForm(about: string, draft: Draft | undefined) {
  const [memory] = useState(() => ({ key: draft?.key ?? crypto.randomUUID(), sent: '', typed: draft?.responses }));
  const keep = useCallback(
    (responses: SurveyAnswer[]) => {
      memory.typed = responses;
      const { me } = store.getState().session;
      if (me?.scope !== 'full') return;
      const { id } = me;
      loadDelivery()
        .then(({ keepDraft }) => keepDraft(id, about, { key: memory.key, responses }))
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
  /** What comes after a survey that is safe is another one. */
  const startAfresh = useCallback(
    () => Object.assign(memory, { key: crypto.randomUUID(), sent: '', typed: undefined }),
    [memory],
  );
  return { memory, keep, keyFor, startAfresh };
}

interface MountedSurveyProps extends SurveySlotProps {
  remote: SurveyRemote;
  draft: Draft | undefined;
}

/** Mounts the surveys remote into an element of its own and takes it out again; its errors reach the boundary. */
function MountedSurvey({ remote, survey, about, draft, onDone }: MountedSurveyProps) {
  const place = useRef<HTMLDivElement>(null);
  const [failure, setFailure] = useState<{ error: unknown }>();
  const locale = useLocale();
  const theme = useStore((state) => state.settings.theme);
  const direction = useStore((state) => state.settings.direction);
  const look = `${locale} ${theme} ${direction}`;
  const [sentIn, setSentIn] = useState<string>();
  const { memory, keep, keyFor, startAfresh } = useForm(about, draft);
  const leave = useRef(onDone);
  useEffect(() => {
    leave.current = onDone;
  }, [onDone]);

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
        const receipt = await sendSurvey({ key: keyFor(responses), about, survey, responses, person: person() });
        startAfresh();
        setSentIn(`${locale} ${theme} ${direction}`);
        return receipt;
      },
      done: () => leave.current(),
      fail: (error) => setFailure({ error }),
    };
    try {
      const mounted = remote.mount(container, context);
      return () => mounted.unmount();
    } catch (error) {
      setFailure({ error });
      return;
    }
  }, [remote, survey, about, locale, theme, direction, memory, keep, keyFor, startAfresh]);

  if (failure) throw failure.error;
  // Drawn anew in another language or look, the form would ask again for what was sent.
  if (sentIn !== undefined && sentIn !== look) return <UnsentHere about={about} onDone={onDone} />;
  return <div ref={place} />;
}

/** The row of the registry that a remote with surveys is published under, part of the contract like `survey@1` itself. */
const SURVEYS = 'surveys';

/** One survey, served by whichever surveys remote the registry names; or that its answers wait to be sent. */
export function RemoteSurvey(props: SurveySlotProps) {
  const opening = useOpening(props.about);
  if (opening?.isUnsent) return <UnsentHere about={props.about} onDone={props.onDone} />;
  return (
    <Remote name={SURVEYS} contract={surveyContract}>
      {({ module }) => opening && <MountedSurvey remote={module} draft={opening.draft} {...props} />}
    </Remote>
  );
}
