/** Clauses of `survey@1` in the order they are checked, each with advice on how to fix a violation. */
export const CLAUSES = {
  'remote.json': {
    says: 'remote.json has every field, rightly filled in',
    mend: 'See "How the app finds your code" in docs/swap-the-surveys-remote.md for each field.',
  },
  files: {
    says: 'every file that remote.json names is there, with the hash that it names',
    mend: 'Publish again and never change a published file: a new version gets a new number.',
  },
  size: {
    says: 'all files together are at most 40 kB after gzip',
    mend: 'Leave frameworks and fonts out, or share the app’s own; look at what your bundler put in.',
  },
  loads: {
    says: 'the product loads it under its policy and with integrity, in its own loader',
    mend: 'Look the code up under "When it doesn’t show"; scripts you load later need their hash (see "Integrity").',
  },
  export: {
    says: 'it exposes contract "survey@1" and the four surveys',
    mend: 'The exposed object needs contract: "survey@1", surveys: ["admission", "discharge", "ecg", "blood"] and mount().',
  },
  delivers: {
    says: 'a survey filled in by hand in the product arrives at the recorder, once',
    mend: 'Hand all answers to context.submit() when the person presses the submit button, and call done() from a button after the thanks.',
  },
  draws: {
    says: 'each of the four shows fields and a submit button',
    mend: 'Draw inside the container before mount() returns; the button that sends is a submit button.',
  },
  languages: {
    says: 'each is there in English and in Canadian French',
    mend: 'Choose your texts by context.locale ("en-CA", "fr-CA").',
  },
  retention: {
    says: 'each says that answers are not kept where answersAreKept is false, and does not where it is true',
    mend: 'Show a note while context.answersAreKept is false.',
  },
  headings: {
    says: 'no heading is above h2',
    mend: 'The screen’s h1 is the app’s: begin with h2.',
  },
  direction: {
    says: 'text runs from right to left where the direction says so',
    mend: 'Set dir={context.direction} on your outermost element.',
  },
  widths: {
    says: 'nothing scrolls sideways at 320, 390 and 768 pixels',
    mend: 'Use max-width: 100% and let long words wrap (overflow-wrap: anywhere); no fixed widths.',
  },
  accessibility: {
    says: 'axe finds nothing, in both themes and both directions',
    mend: 'Each line names the rule and the element; dequeuniversity.com explains the rules.',
  },
  touch: {
    says: 'everything to press is at least 44 pixels high',
    mend: 'Give labels, buttons and boxes min-block-size: 44px.',
  },
  keyboard: {
    says: 'every field and button is reached by the Tab key',
    mend: 'Use real inputs and buttons, and no tabindex above or below 0 on them.',
  },
  answers: {
    says: 'what is chosen and typed is submitted: named, short enough, numbers as numbers',
    mend: 'submit([{ question: "name", answer: 5 }, …]): at most 50, names up to 200 and texts up to 4,000 characters.',
  },
  drafts: {
    says: 'after every change it hands over what stands in the form, and shows that again to a person who was away',
    mend: 'Call context.keepDraft(…) on every change of every field, and begin with context.draft where there is one.',
  },
  junk: {
    says: 'a draft that it did not write itself does no harm',
    mend: 'Take from context.draft only what your questions allow; leave out the rest, and never submit it.',
  },
  once: {
    says: 'pressing again while it is sending changes nothing',
    mend: 'Ignore a second press until submit() has settled.',
  },
  thanks: {
    says: 'afterwards it thanks, with the focus there, and a button calls done()',
    mend: 'Show "Thank you for your feedback!" with tabindex="-1", focus it, and add a button that calls context.done().',
  },
  queued: {
    says: 'a survey that is only queued is not called sent',
    mend: 'When submit() gives { status: "queued" } say that it will be sent later.',
  },
  failure: {
    says: 'when submit() rejects, every answer stays, the person is told, and pressing again sends',
    mend: 'Catch the rejection: keep the form as it is, show a message (role="alert") and allow another press.',
  },
  fail: {
    says: 'a form that breaks after mount() calls fail(), and one that does not break never does',
    mend: 'Catch what your framework throws while it draws (an error boundary, onUncaughtError) and call context.fail(error).',
  },
  unmount: {
    says: 'left at any moment, also while it sends, it is gone and can be opened again at once',
    mend: 'Remove what you added to the container; check before drawing after an await that you are still mounted.',
  },
  leaks: {
    says: 'opened and left again and again it leaves nothing behind',
    mend: 'Remove listeners on window and document, timers and style sheets in unmount(), and keep no reference to old elements.',
  },
  borders: {
    says: 'it touches nothing outside its container',
    mend: 'Leave body, title, address, history, cookies and storage to the app; style only below a class of your own.',
  },
  network: {
    says: 'it asks for nothing but its own files',
    mend: 'No analytics, no fonts or pictures from elsewhere: hand answers to submit().',
  },
  isolation: {
    says: 'it tries nothing that a guest may not, and leaves the browser’s own functions as they are',
    mend: 'No popups, no other frames, no storage, no way to the page around the form; don’t replace fetch, prototypes and the like.',
  },
  quiet: {
    says: 'nothing goes wrong unseen: no uncaught errors, no errors or warnings in the console, no violation of the policy',
    mend: 'No inline styles or scripts in HTML text, no eval; see "What the page allows". Catch what your code throws.',
  },
} as const;

export type ClauseId = keyof typeof CLAUSES;

export const CLAUSE_IDS = Object.keys(CLAUSES) as ClauseId[];
