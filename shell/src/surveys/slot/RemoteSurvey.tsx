import { useEffect, useRef, useState } from 'react';
import {
  LANGUAGE_TAG,
  onDemand,
  runtimeConfig,
  Stack,
  type SurveySlotProps,
  signedInUser,
  store,
  useLoad,
  useLocale,
  useStore,
} from 'shared-ui';
import type { SurveyAnswer, SurveyContext, SurveyRemote } from 'shared-ui/contract';
import { WaitingForRemote } from '../../remotes/fallback.tsx';
import { SURVEYS, surveyContract } from '../../remotes/loading/request.ts';
import { Remote } from '../../remotes/Remote.tsx';
import { loadDelivery } from '../load.ts';
import type { Draft, SentSurvey } from '../outbox/index.ts';
import { UnsentAnswers } from '../UnsentFeedback.tsx';

function person(): SurveyContext['person'] {
  const state = store.getState();
  const user = signedInUser(state);
  return user
    ? { name: `${user.firstName} ${user.lastName}`.trim(), email: user.email }
    : { name: state.session.me?.firstName ?? '', email: '' };
}

/**
 * State of the form over all of its mounts (a change of appearance or language): what was typed, and the idempotency
 * key. Answers that were changed after an attempt to send them are a new survey; the recorder would refuse them under
 * the old key.
 */
class FormState {
  typed: SurveyAnswer[] | undefined;
  replaces: string | undefined;
  readonly #about: string;
  #key: string;
  #attempted = '';

  constructor(about: string, draft: Draft | undefined, corrects: string | undefined) {
    this.#about = about;
    this.#key = draft?.key ?? crypto.randomUUID();
    this.typed = draft?.responses;
    this.replaces = draft?.replaces ?? corrects;
  }

  /** Remembers what was typed, and stores it as a draft where the signed-in user may have one. */
  save(responses: SurveyAnswer[]): void {
    this.typed = responses;
    const user = signedInUser(store.getState());
    if (!user) return;
    const draft = { key: this.#key, responses, ...(this.replaces ? { replaces: this.replaces } : {}) };
    loadDelivery()
      .then(({ keepDraft }) => keepDraft(user.id, this.#about, draft))
      .catch((error: unknown) => console.info('The draft could not be stored; it exists on this screen only', error));
  }

  /** Returns the idempotency key for these answers. */
  keyFor(responses: SurveyAnswer[]): string {
    const answers = JSON.stringify(responses);
    if (this.#attempted !== '' && this.#attempted !== answers) this.#key = crypto.randomUUID();
    this.#attempted = answers;
    return this.#key;
  }

  /** Starts a new survey, which corrects the one with this receipt. */
  startCorrection(receiptId = this.replaces): void {
    this.#key = crypto.randomUUID();
    this.#attempted = '';
    this.typed = undefined;
    this.replaces = receiptId;
  }
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
  const appearance = `${locale} ${theme} ${direction}`;
  const [sentIn, setSentIn] = useState<string>();
  const [isWaiting, setIsWaiting] = useState(false);
  const form = useRef<FormState>(null);
  form.current ??= new FormState(about, draft, corrects);
  const listener = useRef({ onDone, onSent });
  useEffect(() => {
    listener.current = { onDone, onSent };
  }, [onDone, onSent]);

  useEffect(() => {
    const container = place.current;
    const state = form.current;
    if (!container || !state) return;
    const { brand, demo, recorder } = runtimeConfig();
    const context: SurveyContext = {
      survey,
      hospital: brand.hospital,
      person: person(),
      locale: LANGUAGE_TAG[locale],
      direction: direction,
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
  }, [remote, survey, about, locale, theme, direction]);

  if (failure) throw failure.error;
  // Remounted in another language or appearance, the form would ask again for what was sent.
  if (sentIn !== undefined && sentIn !== appearance) return <UnsentAnswers about={about} onDone={onDone} />;
  return (
    <>
      {isWaiting && <WaitingForRemote />}
      <div ref={place} />
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
  if (opening?.isUnsent) return <UnsentAnswers about={about} onDone={onDone} />;
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
  const shown = sent && { survey, sent, isOpen, onEdit: () => choose(true), onKeep: keep, onDone };
  if (shown && !isOpen) return <Sent {...shown} />;
  return (
    <Stack>
      {shown && !isSubmitted && <Sent {...shown} />}
      <Remote name={SURVEYS} contract={surveyContract}>
        {({ module }) =>
          opening ? (
            <MountedSurvey
              remote={module}
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
