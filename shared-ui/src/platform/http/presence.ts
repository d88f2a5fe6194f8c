/** Events that count as use. Assistive technology and voice control send only clicks; dictation sends only input. */
const INPUT_EVENTS = ['keydown', 'pointerdown', 'click', 'input', 'wheel'];

/** A request this long after the last touch was made by the page itself (ms): a person would have tapped first. */
const AWAY_MS = 60_000;

/** Milliseconds since 1970. Opening the page counts as use. */
let lastInputAt = Date.now();

const onInput = () => {
  lastInputAt = Date.now();
};

for (const type of INPUT_EVENTS) document.addEventListener(type, onInput, { capture: true, passive: true });

/** Returns whether nothing was touched for a minute, so that a request can't come from the person. */
export const isUnattended = (): boolean => Date.now() - lastInputAt > AWAY_MS;
