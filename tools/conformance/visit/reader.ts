import { movesEnd } from 'e2e/support/screens/settle';
import type { Spot } from '../browser/page.ts';

/** A field as the user sees it: a group of radio buttons is one choice. */
type FieldKind = 'choice' | 'list' | 'range' | 'number' | 'text';

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
  readonly #movesEnd: () => Promise<void>;
  /** What the last touch was aimed at. */
  #aimed: Element | null = null;
  /** Whether the last touch hit that, and became a click. It becomes none when the page moves during the touch. */
  #touch = { isHit: false, isPressed: false };

  /** @param whenMovesEnd resolves when finite animations have finished (e2e/support/screens/settle.ts) */
  constructor(whenMovesEnd: () => Promise<void>) {
    this.#movesEnd = whenMovesEnd;
    // Compared at once: the form may remove the element while it handles the event.
    const isAimed = ({ target }: Event) =>
      target instanceof Element && (this.#aimed?.contains(target) || target.contains(this.#aimed)) === true;
    const noteTouch = (event: Event) => {
      this.#touch.isHit = isAimed(event);
    };
    const notePress = (event: Event) => {
      this.#touch.isPressed ||= isAimed(event);
    };
    // Listeners of an isolated world are invisible to the document's scripts.
    addEventListener('touchstart', noteTouch, { capture: true, passive: true });
    addEventListener('click', notePress, { capture: true, passive: true });
  }

  #all<E extends Element = HTMLElement>(selector: string): E[] {
    return [...document.querySelectorAll<E>(selector)];
  }

  #isShown(element: Element): boolean {
    return element.getClientRects().length > 0;
  }

  async #frames(count: number): Promise<void> {
    for (let frame = 0; frame < count; frame++) await new Promise((drawn) => requestAnimationFrame(drawn));
  }

  /** Returns the controls of each field. */
  #groups(): HTMLElement[][] {
    const fields = this.#all<HTMLInputElement>('input, textarea, select').filter(
      ({ disabled, type }) => !disabled && !['hidden', 'submit', 'button', 'checkbox'].includes(type),
    );
    return [...Map.groupBy(fields, (field) => (field.type === 'radio' ? field.name : field)).values()];
  }

  fields(): FieldKind[] {
    return this.#groups().map(([field]) => {
      if (field instanceof HTMLSelectElement) return 'list';
      if (!(field instanceof HTMLInputElement)) return 'text';
      if (field.type === 'radio') return 'choice';
      return field.type === 'range' || field.type === 'number' ? field.type : 'text';
    });
  }

  /** Returns the end of a choice, list or range to set, so that its value differs from what it is now. */
  otherEnd(field: number): 'first' | 'last' {
    const group = this.#groups()[field] ?? [];
    const control = group.at(-1);
    if (control instanceof HTMLSelectElement) {
      return control.selectedIndex === control.options.length - 1 ? 'first' : 'last';
    }
    if (!(control instanceof HTMLInputElement)) return 'last';
    const isAtEnd = control.type === 'range' ? control.value === (control.max || '100') : control.checked;
    return isAtEnd ? 'first' : 'last';
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

  lastTouch(): { isHit: boolean; isPressed: boolean } {
    return this.#touch;
  }

  /** Returns where to touch an element, once it is at rest and not covered; after a while, where it was last. */
  async aim(element: Element | null | undefined): Promise<Spot | null> {
    this.#aimed = element ?? null;
    this.#touch = { isHit: false, isPressed: false };
    if (!element) return null;
    const centre = () => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    };
    return (await this.#restingPoint(centre, (hit) => element.contains(hit) || hit.contains(element))).spot;
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
   * Resolves with a point once it is at rest and a hit test there finds what belongs to it. Otherwise returns the last
   * point seen, with `isHit` false.
   */
  async #restingPoint(pointNow: () => Spot | null, belongs: (hit: Element) => boolean) {
    let last: Spot | null = null;
    for (let poll = 0; poll < 60; poll++) {
      await this.#frames(2);
      const spot = pointNow();
      const hit = spot && document.elementFromPoint(spot.x, spot.y);
      const isResting = last && spot && Math.abs(last.x - spot.x) + Math.abs(last.y - spot.y) < 1;
      if (isResting && hit && belongs(hit)) return { spot, isHit: true };
      last = spot ?? last;
    }
    return { spot: last, isHit: false };
  }

  /**
   * Converts a point of the form's frame to one of the page; null if the frame does not come to rest. The page may
   * scroll later than the frame, which has its own process.
   */
  async inFrame({ x, y }: Spot): Promise<Spot | null> {
    const pointNow = () => {
      const frame = document.querySelector('main iframe')?.getBoundingClientRect();
      return frame ? { x: x + frame.left, y: y + frame.top } : null;
    };
    const { spot, isHit } = await this.#restingPoint(pointNow, (hit) => hit.matches('main iframe'));
    return isHit ? spot : null;
  }

  /** Returns a line for each field and box: its name, and what is chosen or typed. */
  values(): string[] {
    const boxes = this.#all<HTMLInputElement>('input[type=checkbox]').map((box) => [box]);
    return [...this.#groups(), ...boxes].map((group, place) => {
      const controls = group as HTMLInputElement[];
      const isChoice = /^(radio|checkbox)$/.test(controls[0]?.type ?? '');
      const chosen = isChoice ? controls.find(({ checked }) => checked) : controls[0];
      return `"${controls[0]?.name || `field ${place + 1}`}": ${chosen?.value || 'empty'}`;
    });
  }

  text(): string {
    return document.body.innerText;
  }

  count(selector: string): number {
    return this.#all(selector).length;
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

  /** Returns the names of the controls that Tab must reach. */
  stops(): string[] {
    return this.#tabStops().map(([name]) => name);
  }

  /** Returns the name of the focused one. */
  stopNow(): string {
    const { activeElement } = document;
    const isNow = ([name, control]: [name: string, control: HTMLElement]) =>
      control === activeElement ||
      (activeElement instanceof HTMLInputElement && `radio ${activeElement.name}` === name);
    return this.#tabStops().find(isNow)?.[0] ?? '';
  }

  direction(): string {
    const inner = document.querySelector('p, label, legend, button');
    return inner ? getComputedStyle(inner).direction : '';
  }

  focusReads(text: string): boolean {
    const { activeElement, body } = document;
    return activeElement !== body && (activeElement?.textContent ?? '').includes(text);
  }

  /** Returns how far the content overflows its space horizontally, in CSS pixels. */
  overflow(): number {
    const { documentElement, body } = document;
    const inner = [documentElement, body, ...body.children].flatMap((element) => [element, ...element.children]);
    const over = inner.map(({ scrollWidth, clientWidth }) => (clientWidth > 0 ? scrollWidth - clientWidth : 0));
    return Math.max(0, ...over);
  }

  /** Emulates a browser's page translation: wraps every text in new elements. */
  translate(): void {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
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
}

/** Script that installs the reader in every document. */
export const READER = `globalThis.reader = new (${Reader})(${movesEnd});`;
