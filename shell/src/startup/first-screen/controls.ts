/** What a person can use on a screen. */
const CONTROLS = 'a[href], button, input, select, textarea, summary';

/** Returns what identifies a control on its screen: equal for a control of the copy and the real one. */
function keyOf(control: Element): string {
  const attribute = (name: string) => control.getAttribute(name) ?? '';
  const isChoice = /^(radio|checkbox)$/.test(attribute('type'));
  const text = /^(A|BUTTON|SUMMARY)$/.test(control.tagName) ? control.textContent : '';
  return [
    control.tagName,
    attribute('href'),
    attribute('name'),
    attribute('aria-label'),
    isChoice ? attribute('value') : '',
    text,
  ].join('\n');
}

const alike = (control: Element, within: Element) =>
  [...within.querySelectorAll<HTMLElement>(CONTROLS)].filter((one) => keyOf(one) === keyOf(control));

/** Returns the control of the real screen that a control of the copy stands for; undefined if it has none. */
export function realOne(control: Element, copy: Element, root: Element): HTMLElement | undefined {
  return alike(control, root)[alike(control, copy).indexOf(control as HTMLElement)];
}

/** Returns the control at an event's target, or undefined. */
export const controlAt = (target: EventTarget | null): HTMLElement | undefined =>
  (target instanceof Element && target.closest<HTMLElement>(CONTROLS)) || undefined;
