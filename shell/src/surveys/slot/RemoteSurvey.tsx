import { type RefObject, useEffect, useRef, useState } from 'react';
import {
  Note,
  onDemand,
  runtimeConfig,
  Stack,
  type SurveySlotProps,
  signedInUser,
  store,
  useLoad,
  useLocale,
  useStore,
  useText,
} from 'shared-ui';
import type { SurveyContext, SurveyRemote } from 'shared-ui/contract';
import { ALL_LANGUAGES, LANGUAGES, type Language, matchLanguage, useLanguage } from 'shared-ui/languages';
import { WaitingForRemote } from '../../remotes/fallback.tsx';
import { SURVEYS, surveyContract } from '../../remotes/loading/request.ts';
import { Remote } from '../../remotes/Remote.tsx';
import { words } from '../../words.ts';
import { loadDelivery } from '../load.ts';
import type { Draft, SentSurvey } from '../outbox/index.ts';
import { UnsentAnswers } from '../UnsentFeedback.tsx';
import { FormState } from './form-state.ts';

function person(): SurveyContext['person'] {
  const state = store.getState();
  const user = signedInUser(state);
  return user
    ? { name: `${user.firstName} ${user.lastName}`.trim(), email: user.email }
    : { name: state.session.me?.firstName ?? '', email: '' };
}

/** A mounted form. One in a frame calls `whenShown`'s listener with whether anything of it is visible. */
interface MountedForm {
  unmount(): void;
  whenShown?(listener: (isShown: boolean) => void): void;
}

interface MountedSurveyProps extends SurveySlotProps {
  remote: SurveyRemote;
  /** Tags of the languages that the remote declares. */
  locales: readonly string[];
  /** Outlives this component, which is mounted again with another version after a failure. */
  form: RefObject<FormState | null>;
  draft: Draft | undefined;
  /** Receipt of the survey that this form corrects. */
  corrects: string | undefined;
  /** Called when the survey is sent or safely queued. */
  onSent(): void;
}

/** Returns the person's language if a remote declares it, else the hospital's: it may know no other. */
function useDeclaredLanguage(locales: readonly string[]): Language {
  const [language, hospitals] = [useLanguage(), useLocale()];
  return locales.some((tag) => matchLanguage([tag], ALL_LANGUAGES) === language) ? language : hospitals;
}

/** Instead of an appearance, for answers that were sent by a version that failed afterwards. */
const ANOTHER_VERSION = '';

/** Mounts the surveys remote into an element and unmounts it again. Its errors reach the error boundary. */
function MountedSurvey({ remote, locales, form, survey, about, draft, corrects, onDone, onSent }: MountedSurveyProps) {
  const place = useRef<HTMLDivElement>(null);
  const [failure, setFailure] = useState<{ error: unknown }>();
  const language = useDeclaredLanguage(locales);
  const theme = useStore((state) => state.settings.theme);
  const chosen = useStore((state) => state.settings.direction);
  const direction = chosen === 'rtl' ? chosen : LANGUAGES[language].direction;
  const t = useText(words);
  const appearance = `${language} ${theme} ${direction}`;
  form.current ??= new FormState(about, draft, corrects);
  const [earlier] = useState(form.current.failure);
  const [sentIn, setSentIn] = useState(form.current.isSent ? ANOTHER_VERSION : undefined);
  const [isWaiting, setIsWaiting] = useState(false);
  const listener = useRef({ onDone, onSent });
  useEffect(() => {
    listener.current = { onDone, onSent };
  }, [onDone, onSent]);

  // The failed form had the focus, which would otherwise start again at the top of the page.
  useEffect(() => {
    if (earlier?.hadFocus) place.current?.focus();
  }, [earlier]);

  useEffect(() => {
    const container = place.current;
    const state = form.current;
    if (!container || !state) return;
    const { brand, demo, recorder } = runtimeConfig();
    const context: SurveyContext = {
      survey,
      hospital: brand.hospital,
      person: person(),
      locale: LANGUAGES[language].tag,
      direction,
      theme,
      answersAreKept: recorder.retention === 'keep',
      isDemo: demo,
      ...(state.typed ? { draft: state.typed } : {}),
      keepDraft: (responses) => state.save(responses),
      submit: async (responses) => {
        const { sendSurvey } = await loadDelivery();
        const { replaces } = state;
        const key = state.keyFor(responses);
        const receipt = await sendSurvey({ key, about, survey, responses, person: person(), replaces });
        state.startCorrection(receipt.receiptId);
        listener.current.onSent();
        setSentIn(`${language} ${theme} ${direction}`);
        return receipt;
      },
      done: () => listener.current.onDone(),
      fail(error) {
        state.noteFailure(container);
        setFailure({ error });
      },
    };
    try {
      const mounted: MountedForm = remote.mount(container, context);
      setIsWaiting(mounted.whenShown !== undefined);
      mounted.whenShown?.((isShown) => setIsWaiting(!isShown));
      return () => mounted.unmount();
    } catch (error) {
      context.fail(error);
      return;
    }
  }, [remote, form, survey, about, language, theme, direction]);

  if (failure) throw failure.error;
  // Remounted in another language or appearance, the form would ask again for what was sent.
  if (sentIn !== undefined && sentIn !== appearance) return <UnsentAnswers about={about} onDone={onDone} />;
  return (
    <>
      {isWaiting && <WaitingForRemote />}
      {earlier && !isWaiting && (
        <Note live="status" title={t('guest.again')}>
          {earlier.wasTyped && <p>{t('guest.checkAnswers')}</p>}
        </Note>
      )}
      <div ref={place} lang={LANGUAGES[language].tag} dir={direction} tabIndex={earlier && -1} />
    </>
  );
}

// Answers and note are one part: loaded with the answers, the note appears together with the form below it.
const Sent = onDemand(() => import('../sent/Sent.tsx'));

function forgetTyped(about: string): void {
  const user = signedInUser(store.getState());
  if (!user) return;
  loadDelivery()
    .then(({ forgetDraft }) => forgetDraft(user.id, about))
    .catch((error: unknown) => console.info('The draft could not be deleted', error));
}

/** Returns a draft that corrects a sent survey, starting with its answers if this phone has them. */
function correctionOf({ receiptId, responses }: SentSurvey): Draft | undefined {
  return responses && { key: crypto.randomUUID(), responses, replaces: receiptId };
}

/** State of a form when it is opened. */
interface Opening {
  /** Its answers are already waiting on this phone. */
  isUnsent: boolean;
  /** The draft from an earlier visit. */
  draft: Draft | undefined;
  /** The survey already sent. */
  sent: SentSurvey | undefined;
}

const NEW_FORM: Opening = { isUnsent: false, draft: undefined, sent: undefined };

async function readOpening(user: string, about: string): Promise<Opening> {
  const { draftOf, sentAbout, startDelivery, unsentRead } = await loadDelivery();
  startDelivery();
  const sentRequest = sentAbout(user, about);
  await unsentRead();
  const [draft, sent] = [await draftOf(user, about), await sentRequest];
  const unsent = store.getState().delivery.unsent.filter((survey) => survey.about === about);
  return { isUnsent: unsent.some(({ state }) => state !== 'refused'), draft, sent };
}

/** Maximum wait for what is stored (ms). A browser's storage may never answer, which must not keep the form away. */
export const READ_TIMEOUT_MS = 6_000;

/**
 * Returns the stored state of the form about `about`; undefined while it is being read. Late or failed reads begin with
 * a new form; what arrives after that still replaces it if the answers are waiting or were sent.
 */
function useOpening(about: string): Opening | undefined {
  const user = useStore((state) => signedInUser(state)?.id ?? '');
  const { state, value } = useLoad(() => readOpening(user, about), [user, about]);
  const form = `${user} ${about}`;
  const [late, setLate] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setLate(form), READ_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [form]);
  return value ?? (late === form || state === 'failed' ? NEW_FORM : undefined);
}

/**
 * Survey slot, served by the surveys remote in the registry. Shows instead that the answers are waiting to be sent, or
 * were sent. A sent form can be reopened to correct it, but never to send a second survey.
 */
export function RemoteSurvey(props: SurveySlotProps) {
  const { survey, about, onDone } = props;
  const opening = useOpening(about);
  const [choice, setChoice] = useState<{ of: Opening; draft: Draft | undefined; isOpen: boolean }>();
  const [isSubmitted, setIsSubmitted] = useState(false);
  const form = useRef<FormState>(null);
  if (opening?.isUnsent) return <UnsentAnswers about={about} onDone={onDone} />;
  const chosen = choice?.of === opening ? choice : undefined;
  const sent = opening?.sent;
  const draft = chosen ? chosen.draft : opening?.draft;
  const isOpen = chosen ? chosen.isOpen : draft !== undefined;
  const choose = (to: boolean) => {
    form.current = null;
    if (opening?.sent) setChoice({ of: opening, draft: to ? correctionOf(opening.sent) : undefined, isOpen: to });
  };
  const keep = () => {
    choose(false);
    forgetTyped(about);
  };
  const shown = sent && { survey, sent, isOpen, onEdit: () => choose(true), onKeep: keep, onDone };
  if (shown && !isOpen) return <Sent {...shown} />;
  return (
    <Stack>
      {shown && !isSubmitted && <Sent {...shown} />}
      <Remote name={SURVEYS} contract={surveyContract}>
        {({ module, locales }) =>
          opening ? (
            <MountedSurvey
              remote={module}
              locales={locales}
              form={form}
              draft={draft}
              corrects={sent?.receiptId}
              onSent={() => setIsSubmitted(true)}
              {...props}
            />
          ) : (
            <WaitingForRemote />
          )
        }
      </Remote>
    </Stack>
  );
}
