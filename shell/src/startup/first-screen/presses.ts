/** What a person can use on a screen. */
const CONTROLS = 'a[href], button, input, select, textarea, summary';

/** What a button may belong to: several of them may have buttons of the same name. */
const PARTS = 'li, article, section, fieldset';

/**
 * Returns what identifies a control on its screen: equal for a control of the copy and the real one. A link is where it
 * leads. A button is its name and the text around it: an old copy may show another question over the same "Yes".
 */
function keyOf(control: Element): string {
  const attribute = (name: string) => control.getAttribute(name) ?? '';
  const isChoice = /^(radio|checkbox)$/.test(attribute('type'));
  const isButton = /^(BUTTON|SUMMARY)$/.test(control.tagName);
  return [
    control.tagName,
    attribute('href'),
    attribute('name'),
    attribute('aria-label'),
    isChoice ? attribute('value') : '',
    ...(isButton ? [control.textContent, control.closest(PARTS)?.textContent] : []),
  ].join('\n');
}

const sameControls = (control: Element, within: Element) =>
  [...within.querySelectorAll<HTMLElement>(CONTROLS)].filter((one) => keyOf(one) === keyOf(control));

/** Returns the control of the real screen that a control of the copy stands for; undefined if it has none. */
export function realControlOf(control: Element, copy: Element, root: Element): HTMLElement | undefined {
  return sameControls(control, root)[sameControls(control, copy).indexOf(control as HTMLElement)];
}

/** Returns the control at an event's target, or undefined. */
const controlAt = (target: EventTarget | null): HTMLElement | undefined =>
  (target instanceof Element && target.closest<HTMLElement>(CONTROLS)) || undefined;

/** Controls that were pressed before the real screen was there, in order. A form stands for its submission. */
export type Presses = (HTMLElement | HTMLFormElement)[];

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);

/** Whether the browser follows a link by itself: to another place on the page or another program. */
const isOutside = (link: HTMLAnchorElement) =>
  link.getAttribute('href')?.startsWith('#') === true || link.origin !== location.origin;

/**
 * Records presses in the copy, which does nothing by itself. After a link or a submission people leave the screen: only
 * the last one counts, and nothing pressed before it.
 */
export function recordPresses(isInCopy: (element: Element) => boolean): Presses {
  const presses: Presses = [];
  const record = (event: Event, pressed: HTMLElement, leaves: boolean) => {
    event.preventDefault();
    if (leaves) presses.length = 0;
    presses.push(pressed);
    for (const marked of document.querySelectorAll('[data-pressed]')) marked.removeAttribute('data-pressed');
    pressed.setAttribute('data-pressed', '');
  };
  document.addEventListener(
    'click',
    (event) => {
      const control = controlAt(event.target);
      if (!control || !isInCopy(control) || !isPlain(event)) return;
      if (control instanceof HTMLAnchorElement && !isOutside(control)) record(event, control, true);
      if (control instanceof HTMLButtonElement && control.type === 'button') record(event, control, false);
    },
    true,
  );
  document.addEventListener(
    'submit',
    (event) => {
      if (event.target instanceof HTMLFormElement && isInCopy(event.target)) record(event, event.target, true);
    },
    true,
  );
  return presses;
}

/** How long after a finger has left its click may still come (ms): browsers may wait for a second tap. */
const CLICK_WAIT_MS = 350;
/** How long a press counts (ms), in case the browser never reports its end. */
const LONGEST_PRESS_MS = 2_000;

/** How long the device's list of options may be open (ms), in case the browser never reports its end. */
const LONGEST_PICK_MS = 60_000;

/** Keys with which a person leaves a list of options without a choice. */
const LEAVING_KEYS = ['Tab', 'Escape'];

/**
 * Follows input that takes several events, all on one element of the copy, and would be lost if the copy were removed
 * between them: a tap, the space bar on a button, an input method's composition, and a choice from the device's list of
 * options, which would close.
 * @param whenOver called after the last event of each
 * @returns a function that says whether any is unfinished
 */
export function followPresses(whenOver: () => void): () => boolean {
  const unfinished = new Map<string, ReturnType<typeof setTimeout> | undefined>();
  const end = (what: string) => {
    if (!unfinished.has(what)) return;
    clearTimeout(unfinished.get(what));
    unfinished.delete(what);
    setTimeout(whenOver);
  };
  /** @param withinMs the longest it can take; without it, the browser always reports its end */
  const begin = (what: string, withinMs?: number) => {
    clearTimeout(unfinished.get(what));
    unfinished.set(what, withinMs === undefined ? undefined : setTimeout(() => end(what), withinMs));
  };
  const listen = <T extends keyof DocumentEventMap>(type: T, listener: (event: DocumentEventMap[T]) => void) =>
    document.addEventListener(type, listener, true);
  listen('compositionstart', () => begin('composition'));
  listen('compositionend', () => end('composition'));
  listen('keydown', ({ key }) => key === ' ' && begin('space', LONGEST_PRESS_MS));
  listen('keyup', ({ key }) => key === ' ' && end('space'));
  listen('pointerdown', ({ button }) => button === 0 && begin('tap', LONGEST_PRESS_MS));
  listen('pointerup', () => unfinished.has('tap') && begin('tap', CLICK_WAIT_MS));
  listen('click', () => end('tap'));
  listen('pointercancel', () => end('tap'));
  const pick = (target: EventTarget | null) => target instanceof HTMLSelectElement && begin('pick', LONGEST_PICK_MS);
  listen('pointerdown', ({ target }) => pick(target));
  listen('keydown', ({ key, target }) => (LEAVING_KEYS.includes(key) ? end('pick') : pick(target)));
  listen('change', () => end('pick'));
  listen('focusout', () => end('pick'));
  return () => unfinished.size > 0;
}
