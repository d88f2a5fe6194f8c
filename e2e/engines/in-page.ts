import type * as Library from '@testing-library/dom';

/**
 * Functions that run in the page of a journey. They are sent there together as source text (`lookup.ts`): they can use
 * each other, but nothing else in this module.
 */

/** A regular expression in JSON form. */
export interface Pattern {
  pattern: string;
  flags: string;
}

/** A query (`lookup.ts`) in JSON form. */
export type PlainWanted =
  | { role: string; name?: string | Pattern; level?: number; checked?: boolean }
  | { label: string | Pattern }
  | { text: string | Pattern };

/** The point to tap, from the window's top left corner, or the reason why the element can't be tapped. */
export type Place = { x: number; y: number } | { why: string };

interface Tap {
  landed: boolean;
  end(): void;
}

/** The page's global object, with the expected tap. */
type Holder = { __engineTap?: Tap };

export function findAll(library: typeof Library, wanted: PlainWanted): HTMLElement[] {
  const { body } = document;
  const revive = (value: string | Pattern) =>
    typeof value === 'string' ? value : new RegExp(value.pattern, value.flags);
  const isSeen = (element: HTMLElement) => element.checkVisibility({ visibilityProperty: true });
  if ('text' in wanted) {
    return library.queryAllByText(body, revive(wanted.text), { ignore: 'script, style' }).filter(isSeen);
  }
  if ('label' in wanted) return library.queryAllByLabelText(body, revive(wanted.label)).filter(isSeen);
  const { role, name, ...states } = wanted;
  const options = name === undefined ? states : { ...states, name: revive(name) };
  return library.queryAllByRole(body, role, options).filter(isSeen);
}

/** Returns the text of each element; for a field, its value. */
export function textsOfAll(elements: HTMLElement[]): string[] {
  return elements.map((element) => ('value' in element ? String(element.value) : (element.textContent ?? '')));
}

export function isFirstFocused([element]: HTMLElement[]): boolean {
  return element !== undefined && element === document.activeElement;
}

/** Returns the part of an element that users tap: for a radio button or checkbox, its label. */
export function tappedPartOf(element: HTMLElement): HTMLElement {
  const isChoice = element.matches('input[type=radio], input[type=checkbox]');
  return (isChoice && (element as HTMLInputElement).labels?.[0]) || element;
}

/** Resolves with the next frame, or after 100 ms, because an engine with nothing to draw may draw none. */
export function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => {
    requestAnimationFrame(resolve);
    setTimeout(resolve, 100);
  });
}

/** Scrolls an element into view. Resolves with its middle, or undefined while it moves. */
export async function middleOf(part: HTMLElement): Promise<{ x: number; y: number } | undefined> {
  part.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  const box = () => part.getClientRects()[0] ?? part.getBoundingClientRect();
  const before = box();
  await nextFrame();
  await nextFrame();
  const { x, y, width, height } = box();
  return before.x === x && before.y === y ? { x: x + width / 2, y: y + height / 2 } : undefined;
}

/** Blocks the next tap unless it hits the intended element: something else may move into its place. */
export function expectTap(isMeant: (node: EventTarget | null) => boolean): void {
  const types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
  const take = (event: Event) => {
    const isMine = isMeant(event.target);
    if (event.type === 'click') {
      tap.landed = isMine;
      tap.end();
    }
    if (isMine) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const tap: Tap = {
    landed: false,
    end: () => {
      for (const type of types) removeEventListener(type, take, true);
    },
  };
  (globalThis as Holder).__engineTap?.end();
  Object.assign(globalThis, { __engineTap: tap });
  for (const type of types) addEventListener(type, take, true);
}

/** Returns where to tap the first element, once it is at rest and not covered, and prepares for the tap. */
export async function placeOfFirst([element]: HTMLElement[]): Promise<Place> {
  if (!element) return { why: 'is not there' };
  const part = tappedPartOf(element);
  const middle = await middleOf(part);
  if (!middle) return { why: 'moves' };
  const isMeant = (node: EventTarget | null) => node instanceof Node && (part.contains(node) || element.contains(node));
  const hit = document.elementFromPoint(middle.x, middle.y);
  if (hit === null) return { why: 'is out of sight' };
  if (!isMeant(hit)) return { why: `is covered by ${hit.outerHTML.slice(0, 100)}` };
  expectTap(isMeant);
  return middle;
}

/** Whether the tap hit the intended element. Polls, because a busy page gets the event late. */
export async function hasTapLanded(): Promise<boolean> {
  const tap = (globalThis as Holder).__engineTap;
  for (let poll = 0; poll < 150 && tap?.landed === false; poll += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  tap?.end();
  return tap?.landed !== false;
}
