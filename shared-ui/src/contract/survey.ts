import { isObject, ShapeError } from './check.ts';

export const SURVEY_KINDS = ['admission', 'discharge', 'ecg', 'blood'] as const;
export type SurveyKind = (typeof SURVEY_KINDS)[number];

/** One answer. Options and ratings are numbers, comments are texts. */
export interface SurveyAnswer {
  question: string;
  answer: string | number;
}

/** What the host answers once the survey is safe: `delivered` by the recorder, or `queued` on this phone. */
export interface SurveyReceipt {
  status: 'delivered' | 'queued';
  receiptId?: string;
}

export interface SurveyContext {
  survey: SurveyKind;
  hospital: string;
  person: { name: string; email: string };
  /** BCP 47, e.g. `en` or `fr-CA`. */
  locale: string;
  direction: 'ltr' | 'rtl';
  theme: 'LIGHT' | 'DARK';
  /** Whether the hospital keeps the answers. Otherwise only the host does, until sign-out, which the form has to say. */
  answersAreKept: boolean;
  /** What was chosen and typed before the person left this form, as `keepDraft` got it; absent on a fresh form. */
  draft?: SurveyAnswer[];
  /**
   * Hands over what is chosen and typed so far, after every change. The host keeps it while the person is away,
   * encrypted, until it is sent or they sign out. What of it `draft` gives back later is the form's own matter to check.
   */
  keepDraft(responses: SurveyAnswer[]): void;
  /** Hands the answers to the host, which owns delivery. Rejects when they could be neither sent nor kept. */
  submit(responses: SurveyAnswer[]): Promise<SurveyReceipt>;
  /** The person is finished: the host goes back to where they came from. */
  done(): void;
  /**
   * The survey broke after it was mounted and can't go on. The host reports it, takes it off the page and turns to the
   * version before it, or apologises with "Try again".
   */
  fail(error: unknown): void;
}

/** `survey@1`: what a surveys remote exposes as `./survey`, in any framework. */
export interface SurveyRemote {
  contract: 'survey@1';
  surveys: SurveyKind[];
  mount(container: HTMLElement, context: SurveyContext): { unmount(): void };
}

/** The module as a surveys remote, or ShapeError naming what is missing. */
export function checkSurvey(module: unknown): SurveyRemote {
  if (!isObject(module)) throw new ShapeError('survey', 'must be an object');
  if (module.contract !== 'survey@1') throw new ShapeError('survey.contract', 'must be "survey@1"');
  if (!Array.isArray(module.surveys) || !module.surveys.every((kind) => SURVEY_KINDS.includes(kind))) {
    throw new ShapeError('survey.surveys', `must be a list of ${SURVEY_KINDS.join(', ')}`);
  }
  if (typeof module.mount !== 'function') throw new ShapeError('survey.mount', 'must be a function');
  return module as unknown as SurveyRemote;
}
