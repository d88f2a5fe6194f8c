import { isObject, ShapeError } from './schema/check.ts';

/** The feedback forms that patients can be asked to fill in. */
export const SURVEY_KINDS = ['admission', 'discharge', 'ecg', 'blood'] as const;
export type SurveyKind = (typeof SURVEY_KINDS)[number];

/** One answer. Options and ratings are numbers, comments are strings. */
export interface SurveyAnswer {
  question: string;
  answer: string | number;
}

/** Returned by the host once the survey is `delivered` to the recorder, or `queued` on this phone. */
export interface SurveyReceipt {
  status: 'delivered' | 'queued';
  receiptId?: string;
  /** The phone can't store it: it is lost if the page is closed before it is sent. */
  isInMemoryOnly?: true;
}

export interface SurveyContext {
  survey: SurveyKind;
  hospital: string;
  person: { name: string; email: string };
  /** BCP 47, e.g. `en` or `fr-CA`. */
  locale: string;
  direction: 'ltr' | 'rtl';
  theme: 'LIGHT' | 'DARK';
  /**
   * Whether the hospital stores the answers. Otherwise only the host keeps them, until sign-out, and the form must say
   * so.
   */
  answersAreKept: boolean;
  /**
   * Whether this is a demo, whose forms may start with answers chosen. Otherwise no answer may be chosen beforehand, and
   * people can take a choice back. Older hosts leave it out.
   */
  isDemo?: boolean;
  /** Answers entered before the person left this form, as passed to `keepDraft`; absent on a fresh form. */
  draft?: SurveyAnswer[];
  /**
   * Passes the current answers to the host, after every change. The host stores them, encrypted, until they are sent or
   * the person signs out. The form must validate what it later gets back as `draft`.
   */
  keepDraft(responses: SurveyAnswer[]): void;
  /** Passes the answers to the host, which owns delivery. Rejects if they could be neither sent nor stored. */
  submit(responses: SurveyAnswer[]): Promise<SurveyReceipt>;
  /** Signals that the person has finished: the host returns to where they came from. */
  done(): void;
  /**
   * Signals that the survey broke after it was mounted and can't continue. The host reports it, removes it from the
   * page and falls back to the previous version, or apologises with "Try again".
   */
  fail(error: unknown): void;
}

/** `survey@1`: what a surveys remote exposes as `./survey`, in any framework. */
export interface SurveyRemote {
  contract: 'survey@1';
  surveys: SurveyKind[];
  mount(container: HTMLElement, context: SurveyContext): { unmount(): void };
}

/** Returns the module as a surveys remote. @throws ShapeError that names what is missing */
export function checkSurvey(module: unknown): SurveyRemote {
  if (!isObject(module)) throw new ShapeError('survey', 'must be an object');
  if (module.contract !== 'survey@1') throw new ShapeError('survey.contract', 'must be "survey@1"');
  if (!Array.isArray(module.surveys) || !module.surveys.every((kind) => SURVEY_KINDS.includes(kind))) {
    throw new ShapeError('survey.surveys', `must be a list of ${SURVEY_KINDS.join(', ')}`);
  }
  if (typeof module.mount !== 'function') throw new ShapeError('survey.mount', 'must be a function');
  return module as unknown as SurveyRemote;
}
