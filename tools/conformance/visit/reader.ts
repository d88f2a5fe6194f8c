import { movesEnd } from 'e2e/support/screens/settle';

/** The point to touch, in the coordinates of its document. */
export interface Spot {
  x: number;
  y: number;
}

/** A field as the user sees it: a group of radio buttons is one field. */
interface Field {
  kind: 'choice' | 'list' | 'range' | 'number' | 'text';
  /** For a choice: the number of options. */
  options: number;
}

/** Public methods are called by name from the kit (`Visit.ask`). */
declare global {
  var reader: Reader;
}

/**
 * Runs in an isolated world of a document: reads what a person would see and returns where to touch. It changes nothing
 * that the document's scripts could detect. The class is sent to the browser as text, so it can't use anything from its
 * surroundings.
 */
export class Reader {
  readonly #isFrame: boolean;
  readonly #movesEnd: () => Promise<void>;
  /** What the last touch was aimed at, whether it hit that, and whether it became a click. */
  #aimed: Element | null = null;
  #isHit = false;
  #isPressed = false;

  /** @param whenMovesEnd resolves when finite animations have finished (e2e/support/screens/settle.ts) */
  constructor(isFrame: boolean, whenMovesEnd: () => Promise<void>) {
    this.#isFrame = isFrame;
    this.#movesEnd = whenMovesEnd;
    this.#noteTouches();
  }

  /** Notes what touches hit. Listeners of an isolated world are invisible to the document's scripts. */
  #noteTouches(): void {
    // Compared at once: the form may remove the element while it handles the event.
    const isAimed = ({ target }: Event) =>
      target instanceof Element && (this.#aimed?.contains(target) || target.contains(this.#aimed)) === true;
    const noteTouch = (event: Event) => {
      this.#isHit = isAimed(event);
    };
    const notePress = (event: Event) => {
      this.#isPressed ||= isAimed(event);
    };
    addEventListener('touchstart', noteTouch, { capture: true, passive: true });
    addEventListener('click', notePress, { capture: true, passive: true });
  }

  #root(): HTMLElement {
    const form = 'main section > div:last-of-type > div:last-child';
    return (this.#isFrame ? document.body : document.querySelector<HTMLElement>(form)) ?? document.createElement('div');
  }

  #all<E extends Element = HTMLElement>(selector: string): E[] {
    return [...this.#root().querySelectorAll<E>(selector)];
  }

  #isShown(element: Element): boolean {
    return element.getClientRects().length > 0;
  }

  async #frames(count: number): Promise<void> {
    for (let frame = 0; frame < count; frame++) await new Promise((drawn) => requestAnimationFrame(drawn));
  }

  /** Returns the controls of each field. */
  #groups(): HTMLElement[][] {
    const found = new Map<string, HTMLElement[]>();
    for (const [place, field] of this.#all<HTMLInputElement>('input, textarea, select').entries()) {
      if (field.disabled || ['hidden', 'submit', 'button', 'checkbox'].includes(field.type)) continue;
      const name = field.type === 'radio' ? `radio ${field.name}` : `field ${place}`;
      found.set(name, [...(found.get(name) ?? []), field]);
    }
    return [...found.values()];
  }

  #kindOf(field: HTMLElement | undefined): Field['kind'] {
    if (field instanceof HTMLSelectElement) return 'list';
    if (!(field instanceof HTMLInputElement)) return 'text';
    if (field.type === 'radio') return 'choice';
    return field.type === 'range' || field.type === 'number' ? field.type : 'text';
  }

  fields(): Field[] {
    return this.#groups().map((group) => ({ kind: this.#kindOf(group[0]), options: group.length }));
  }

  /** Returns where to touch a field; for a choice, its first or last option. */
  spotOf(field: number, which: 'first' | 'last'): Promise<Spot | null> {
    return this.#spot(this.#groups()[field]?.at(which === 'first' ? 0 : -1));
  }

  /** Whether the field has keyboard focus. */
  isFocused(field: number): boolean {
    return document.hasFocus() && this.#groups()[field]?.includes(document.activeElement as HTMLElement) === true;
  }

  /** Returns where to touch the submit button, or null if the form lacks one. */
  sendSpot(): Promise<Spot | null> {
    const [button] = this.#all('button[type=submit], input[type=submit], form button:not([type=button], [type=reset])');
    return this.#spot(button);
  }

  /** Returns where to touch the n-th link or button. */
  pressSpot(place: number): Promise<Spot | null> {
    return this.#spot(this.#all('button, a[href], input[type=button]')[place]);
  }

  /** Whether the last touch hit the element aimed at. */
  isHit(): boolean {
    return this.#isHit;
  }

  /** Whether the last touch became a click. It does not when the page moves during the touch. */
  isPressed(): boolean {
    return this.#isPressed;
  }

  /** Returns where to touch an element, once it is at rest and not covered. */
  async aim(element: Element | null | undefined): Promise<Spot | null> {
    this.#aimed = element ?? null;
    this.#isHit = false;
    this.#isPressed = false;
    if (!element) return null;
    const find = () => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      return element;
    };
    const centre = () => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    };
    const { spot } = await this.#restingPoint(find, centre, (hit) => element.contains(hit) || hit.contains(element));
    return spot;
  }

  /** Returns where to touch an element, or its label when the element itself is hidden. */
  #spot(element: HTMLElement | undefined): Promise<Spot | null> {
    if (!element) return this.aim(null);
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
    const { width, height } = element.getBoundingClientRect();
    const isHidden = width <= 2 || height <= 2 || getComputedStyle(element).opacity === '0';
    return this.aim(label && isHidden ? label : element);
  }

  /**
   * Resolves with a point of an element once the element is at rest and a hit test at the point belongs to it.
   * Otherwise returns the last point seen, with `isHit` false.
   */
  async #restingPoint(
    find: () => Element | null,
    pointOf: (element: Element) => Spot,
    belongs: (hit: Element, element: Element) => boolean,
  ): Promise<{ spot: Spot | null; isHit: boolean }> {
    let last: Spot | null = null;
    for (let poll = 0; poll < 60; poll++) {
      const element = find();
      await this.#frames(2);
      if (!element) continue;
      const spot = pointOf(element);
      const hit = document.elementFromPoint(spot.x, spot.y);
      const isResting = last !== null && Math.abs(last.x - spot.x) + Math.abs(last.y - spot.y) < 1;
      if (isResting && hit !== null && belongs(hit, element)) return { spot, isHit: true };
      last = spot;
    }
    return { spot: last, isHit: false };
  }

  /**
   * Converts a point of the form's frame to one of the page; null if the frame does not come to rest. The page may
   * scroll later than the frame, which has its own process.
   */
  async inFrame({ x, y }: Spot): Promise<Spot | null> {
    const { spot, isHit } = await this.#restingPoint(
      () => document.querySelector('main iframe'),
      (frame) => {
        const { left, top } = frame.getBoundingClientRect();
        return { x: x + left, y: y + top };
      },
      (hit, frame) => hit === frame,
    );
    return isHit ? spot : null;
  }

  values(): string[] {
    return this.#all<HTMLInputElement>('input, textarea, select').map((field) =>
      field.type === 'radio' || field.type === 'checkbox' ? `${field.value}:${field.checked}` : field.value,
    );
  }

  /** Returns a field's value; empty when the field no longer exists. */
  valueOf(field: number): string {
    return (this.#groups()[field]?.[0] as HTMLInputElement | undefined)?.value ?? '';
  }

  text(): string {
    return this.#root().innerText ?? '';
  }

  count(selector: string): number {
    return this.#all(selector).length;
  }

  has(selector: string): boolean {
    return this.count(selector) > 0;
  }

  /** Returns one line per control that is lower than this, in CSS pixels. */
  lowerThan(least: number): string[] {
    return this.#all('button, textarea, select, input:not([type=hidden]), a[href]')
      .filter((control) => this.#isShown(control) && !control.closest('[aria-hidden=true]'))
      .flatMap((control) => this.#lowLine(control, least));
  }

  #lowLine(control: HTMLElement, least: number): string[] {
    const label = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
    const rects = [control, ...label].map((part) => part.getBoundingClientRect());
    const height = Math.max(...rects.map((rect) => rect.height));
    if (rects.every(({ width }) => width <= 1) || height >= least - 0.5) return [];
    const name = control.getAttribute('aria-label') ?? label[0]?.textContent ?? control.textContent ?? '';
    return [`${control.tagName.toLowerCase()} “${name.trim().slice(0, 40)}” is ${Math.round(height)} px high`];
  }

  /** Returns the controls that Tab must reach, each with a name; a group of radio buttons is one. */
  #tabStops(): [name: string, control: HTMLElement][] {
    const stops = new Map<string, HTMLElement>();
    for (const [place, control] of this.#all('button, textarea, select, input').entries()) {
      if (control.matches(':disabled, [type=hidden]') || !this.#isShown(control)) continue;
      const radio = control instanceof HTMLInputElement && control.type === 'radio';
      const name = radio ? `radio ${control.name}` : `${control.tagName.toLowerCase()} ${place}`;
      if (!stops.has(name)) stops.set(name, control);
    }
    return [...stops.entries()];
  }

  /** The number of controls that Tab must reach. */
  stops(): number {
    return this.#tabStops().length;
  }

  /** Returns the index of the focused one; -1 for none. */
  stopNow(): number {
    const { activeElement } = document;
    return this.#tabStops().findIndex(([name, control]) => {
      if (control === activeElement) return true;
      return activeElement instanceof HTMLInputElement && `radio ${activeElement.name}` === name;
    });
  }

  stopName(place: number): string {
    return this.#tabStops()[place]?.[0] ?? '';
  }

  direction(): string {
    const inner = this.#root().querySelector('p, label, legend, button');
    return inner ? getComputedStyle(inner).direction : '';
  }

  focusReads(text: string): boolean {
    const { activeElement } = document;
    const isInForm = activeElement !== document.body && this.#root().contains(activeElement);
    return isInForm && (activeElement?.textContent ?? '').includes(text);
  }

  /** Returns how far the content overflows its space horizontally, in CSS pixels. */
  overflow(): number {
    const { documentElement, body } = document;
    const around = this.#isFrame ? [documentElement, body, ...body.children] : [this.#root()];
    const inner = around.flatMap((element) => [element, ...element.children]);
    const over = inner.map(({ scrollWidth, clientWidth }) => (clientWidth > 0 ? scrollWidth - clientWidth : 0));
    return Math.max(0, ...over);
  }

  /** Emulates a browser's page translation: wraps every text in new elements. */
  translate(): void {
    const walker = document.createTreeWalker(this.#root(), NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    while (walker.nextNode()) if (walker.currentNode.textContent?.trim()) texts.push(walker.currentNode);
    for (const text of texts) {
      if (text.parentElement?.closest('script, style, textarea, option')) continue;
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      inner.textContent = text.textContent;
      outer.append(inner);
      (text as ChildNode).replaceWith(outer);
    }
  }

  async settle(): Promise<void> {
    await this.#movesEnd();
    await this.#frames(2);
  }

  /** Returns axe's violations, one line each. */
  async axe(): Promise<string[]> {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    // Landmarks, title and level-one heading belong to the page; a form in a frame is a part of it.
    const ofPages = [
      'region',
      'landmark-one-main',
      'page-has-heading-one',
      'document-title',
      'html-has-lang',
      'bypass',
    ];
    const results = await axe.run(this.#isFrame ? document : this.#root(), {
      runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
      rules: {
        'target-size': { enabled: true },
        ...Object.fromEntries(ofPages.map((rule) => [rule, { enabled: !this.#isFrame }])),
      },
      resultTypes: ['violations'],
      // Forms have no frames, and the page's frames are not the remote's.
      iframes: false,
    });
    return results.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ failureSummary, html }) => `${id}: ${failureSummary} ${html}`),
    );
  }
}

/** Returns the script that installs the reader in a document. */
export const readerIn = (isFrame: boolean) =>
  `globalThis.reader = new (${String(Reader)})(${isFrame}, ${String(movesEnd)});`;

/** Wraps source text as a function to be run in the browser only. */
export function raw<A, R>(source: string): (given: A) => R {
  const work = () => undefined;
  work.toString = () => source;
  return work as unknown as (given: A) => R;
}
