import { SURVEY_KINDS, type SurveyKind } from 'shared-ui/contract';

/** Clauses of `survey@1` in the order they are checked, each with advice on how to fix a violation. */
export const CLAUSES = {
  'remote.json': {
    says: 'remote.json has every field, with a valid value',
    fix: 'See "How the app finds your code" in docs/swap-the-surveys-remote.md for each field.',
  },
  files: {
    says: 'every file that remote.json lists exists and has the listed hash',
    fix: 'Publish again and never change a published file: a new version gets a new number.',
  },
  size: {
    says: 'all files together are at most 40 kB after gzip',
    fix: 'Leave out frameworks and fonts, or share the app’s; check what your bundler included.',
  },
  loads: {
    says: 'the product’s loader loads it, under its policy and with integrity checks',
    fix: 'Look up the code under "When it doesn’t show"; scripts you load later need their hash (see "Integrity").',
  },
  export: {
    says: 'it exposes contract "survey@1" and the four surveys',
    fix: 'The exposed object needs contract: "survey@1", surveys: ["admission", "discharge", "ecg", "blood"] and mount().',
  },
  delivers: {
    says: 'a survey filled in by touch and keyboard arrives at the recorder once',
    fix: 'Pass all answers to context.submit() when the submit button is pressed, and call done() from a button after the thank-you message.',
  },
  draws: {
    says: 'each of the four surveys shows fields and a submit button',
    fix: 'Render inside the container before mount() returns, and use a submit button for sending.',
  },
  languages: {
    says: 'each survey exists in English and in Canadian French',
    fix: 'Choose your texts by context.locale ("en-CA", "fr-CA").',
  },
  retention: {
    says: 'each survey says that answers are not kept exactly if answersAreKept is false',
    fix: 'Show a note while context.answersAreKept is false.',
  },
  headings: {
    says: 'no heading is above h2',
    fix: 'The app provides the screen’s h1: start with h2.',
  },
  direction: {
    says: 'text runs from right to left if context.direction is rtl',
    fix: 'Set dir={context.direction} on your outermost element.',
  },
  widths: {
    says: 'nothing scrolls sideways at 320, 390 and 768 pixels',
    fix: 'Use max-width: 100% and let long words wrap (overflow-wrap: anywhere); no fixed widths.',
  },
  accessibility: {
    says: 'axe finds nothing, in both themes and both directions',
    fix: 'Each line names the rule and the element; dequeuniversity.com explains the rules.',
  },
  touch: {
    says: 'every control is at least 44 pixels high',
    fix: 'Give labels, buttons and boxes min-block-size: 44px.',
  },
  keyboard: {
    says: 'every field and button can be reached with the Tab key',
    fix: 'Use real inputs and buttons, and no tabindex above or below 0 on them.',
  },
  answers: {
    says: 'every choice and typed text is submitted: with a name, within the length limits, numbers as numbers',
    fix: 'submit([{ question: "name", answer: 5 }, …]): at most 50, names up to 200 and texts up to 4,000 characters.',
  },
  drafts: {
    says: 'it saves a draft after every change, and restores it when the form is opened again',
    fix: 'Call context.keepDraft(…) on every change of every field, and start from context.draft if there is one.',
  },
  junk: {
    says: 'a draft that it did not write itself causes no problems',
    fix: 'Use only the values of context.draft that your questions allow; ignore the rest, and never submit it.',
  },
  once: {
    says: 'pressing again while it is sending has no effect',
    fix: 'Ignore a second press until submit() has settled.',
  },
  thanks: {
    says: 'after sending it shows and focuses a thank-you message, and a button calls done()',
    fix: 'Show "Thank you for your feedback!" with tabindex="-1", focus it, and add a button that calls context.done().',
  },
  queued: {
    says: 'a queued survey is not reported as sent',
    fix: 'When submit() returns { status: "queued" }, say that it will be sent later.',
  },
  failure: {
    says: 'when submit() rejects, every answer stays, a message is shown, and pressing again sends',
    fix: 'Catch the rejection: keep the form unchanged, show a message (role="alert") and allow another press.',
  },
  fail: {
    says: 'a form that breaks after mount() calls fail(), and a working one never does',
    fix: 'Catch what your framework throws while rendering (an error boundary, onUncaughtError) and call context.fail(error).',
  },
  unmount: {
    says: 'when left at any moment, even while sending, it is removed and can be opened again immediately',
    fix: 'Remove what you added to the container; after an await, check that you are still mounted before rendering.',
  },
  leaks: {
    says: 'opening and leaving it repeatedly leaks nothing',
    fix: 'Remove listeners on window and document, timers and style sheets in unmount(), and keep no reference to old elements.',
  },
  borders: {
    says: 'it touches nothing outside its container',
    fix: 'Leave body, title, address, history, cookies and storage to the app; style only below your own class.',
  },
  network: {
    says: 'it requests nothing but its own files',
    fix: 'No analytics, fonts or pictures from other servers; pass answers to submit().',
  },
  isolation: {
    says: 'it attempts nothing that a sandboxed version may not, and replaces no browser functions',
    fix: 'No popups, no other frames, no storage, no access to the page around the form; don’t replace fetch, prototypes and the like.',
  },
  quiet: {
    says: 'no uncaught errors, no console errors or warnings, no policy violations',
    fix: 'No inline styles or scripts in HTML text, no eval; see "What the page allows". Catch what your code throws.',
  },
} as const;

export type ClauseId = keyof typeof CLAUSES;

export const CLAUSE_IDS = Object.keys(CLAUSES) as ClauseId[];

/** Parts of the examination once the form has opened, in order, each with the clauses it checks. */
export const CHECKED_BY = {
  drafts: ['drafts'],
  answers: ['delivers', 'answers', 'thanks', 'failure'],
  drawings: [
    'draws',
    'languages',
    'retention',
    'headings',
    'direction',
    'widths',
    'accessibility',
    'touch',
    'keyboard',
  ],
  versions: ['answers', 'junk', 'isolation', 'quiet'],
  moments: ['once', 'queued'],
  breaking: ['fail'],
  leaving: ['unmount', 'leaks', 'borders'],
  'mounted by hand': ['export', 'unmount', 'leaks'],
} as const satisfies Record<string, readonly ClauseId[]>;

export type Part = keyof typeof CHECKED_BY;

export const PARTS = Object.keys(CHECKED_BY) as Part[];

/** Clauses that are checked without the product. */
const DECLARED: readonly ClauseId[] = ['remote.json', 'files', 'size'];

/** Clauses that may be violated at any moment while a survey is filled in and sent. */
const IN_USE: readonly ClauseId[] = ['fail', 'network', 'isolation', 'quiet'];

/** Clauses that don't depend on a survey's questions, so checking one survey is enough. */
const BY_ONE: readonly ClauseId[] = ['loads', 'once', 'queued', 'unmount', 'leaks', 'borders'];

/** Parts that use what the answers part has sent. */
const AFTER_SENDING: readonly Part[] = ['versions', 'moments'];

export const isDeclared = (clause: ClauseId): boolean => DECLARED.includes(clause);

/** Returns whether a clause is checked for each survey. */
export const isForEach = (clause: ClauseId): boolean => !isDeclared(clause) && !BY_ONE.includes(clause);

/** What one run of the kit checks. */
export interface Plan {
  clauses: readonly ClauseId[];
  /** The surveys to examine; where one is enough, the first. */
  kinds: readonly SurveyKind[];
  /** The parts that the clauses need; empty if it is enough to open the surveys. */
  parts: readonly Part[];
}

/** The whole kit: every clause, for every survey. Only this leads to a receipt. */
export const WHOLE: Plan = { clauses: CLAUSE_IDS, kinds: SURVEY_KINDS, parts: PARTS };

/** Returns the shortest plan that checks the clauses for the surveys. */
export function planFor(clauses: readonly ClauseId[], kinds: readonly SurveyKind[] = SURVEY_KINDS): Plan {
  const checking = PARTS.filter((part) => CHECKED_BY[part].some((clause) => clauses.includes(clause)));
  const mustSend = checking.some((part) => AFTER_SENDING.includes(part)) || clauses.some((id) => IN_USE.includes(id));
  return {
    clauses,
    kinds: clauses.some(isForEach) ? kinds : kinds.slice(0, 1),
    parts: PARTS.filter((part) => checking.includes(part) || (mustSend && part === 'answers')),
  };
}
