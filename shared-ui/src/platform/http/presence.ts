/** A click alone is what assistive technology and voice control send; typing by voice is input alone. */
const TOUCHES = ['keydown', 'pointerdown', 'click', 'input', 'wheel'];

/** A call this long after the last touch is the page's own doing: the next tap of a person who is there comes first. */
const AWAY_MS = 60_000;

/** Milliseconds since 1970. Opening the page is use of it. */
let touchedAt = Date.now();

const touched = () => {
  touchedAt = Date.now();
};

for (const touch of TOUCHES) document.addEventListener(touch, touched, { capture: true, passive: true });

/** Whether what the page does now can't be the person's doing: nothing was touched for a minute. */
export const isUnattended = (): boolean => Date.now() - touchedAt > AWAY_MS;
