import { controlAt } from './controls.ts';

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
