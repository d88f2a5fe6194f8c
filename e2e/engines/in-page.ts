import type * as Library from '@testing-library/dom';

/**
 * What runs in the page that a journey is on. These functions are sent there as text (`lookup.ts`), together: they can use each other,
 * and nothing else of this module.
 */

/** A regular expression, as JSON has it. */
export interface Pattern {
  pattern: string;
  flags: string;
}

/** What is wanted (`lookup.ts`), as JSON has it. */
export type PlainWanted =
  | { role: string; name?: string | Pattern; level?: number; checked?: boolean }
  | { label: string | Pattern }
  | { text: string | Pattern };

/** Where something is that can be tapped, from the window's top left corner; or why it can't be. */
export type Place = { x: number; y: number } | { why: string };

/** A tap that is to come. */
interface Tap {
  landed: boolean;
  /** Has it hinder nothing any more. */
  end(): void;
}

/** The page's window, with the tap that is expected. */
type Holder = { __engineTap?: Tap };

/** Returns all of what is wanted that can be seen. */
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

/** Returns what each says, a field its value. */
export function textsOfAll(elements: HTMLElement[]): string[] {
  return elements.map((element) => ('value' in element ? String(element.value) : (element.textContent ?? '')));
}

/** Whether the first of them has the focus. */
export function isFirstFocused([element]: HTMLElement[]): boolean {
  return element !== undefined && element === document.activeElement;
}

/** Returns what of an element a person taps: of a choice, its label. */
export function tappedPartOf(element: HTMLElement): HTMLElement {
  const isChoice = element.matches('input[type=radio], input[type=checkbox]');
  return (isChoice && (element as HTMLInputElement).labels?.[0]) || element;
}

/** Resolves with the next frame; an engine that has nothing to draw may draw none at all. */
export function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => {
    requestAnimationFrame(resolve);
    setTimeout(resolve, 100);
  });
}

/** Brings a part of the page into sight. Returns its middle, or undefined while it moves. */
export async function middleOf(part: HTMLElement): Promise<{ x: number; y: number } | undefined> {
  part.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  const box = () => part.getClientRects()[0] ?? part.getBoundingClientRect();
  const before = box();
  await nextFrame();
  await nextFrame();
  const { x, y, width, height } = box();
  return before.x === x && before.y === y ? { x: x + width / 2, y: y + height / 2 } : undefined;
}

/** Lets the tap that comes next through to what is meant alone: what moves into its place meanwhile does not get it. */
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

/** Returns where the first of them can be tapped, once it stands still and nothing covers it, and expects the tap. */
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

/** Whether the tap got where it was meant to. A busy page is told late. */
export async function hasTapLanded(): Promise<boolean> {
  const tap = (globalThis as Holder).__engineTap;
  for (let look = 0; look < 150 && tap?.landed === false; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  tap?.end();
  return tap?.landed !== false;
}
