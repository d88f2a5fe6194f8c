import { movesEnd } from '../../../e2e/support/screens/settle.ts';

/**
 * Runs in an isolated world of a document: reads what a person would see and returns where to touch. It changes
 * nothing that the document's scripts could detect.
 */

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

export interface ReaderApi {
  fields(): Field[];
  /** Returns where to touch a field; for a choice, its first or last option. */
  spotOf(field: number, which: 'first' | 'last'): Promise<Spot | null>;
  /** Whether the field has keyboard focus. */
  isFocused(field: number): boolean;
  /** Returns where to touch the submit button, or null if the form lacks one. */
  sendSpot(): Promise<Spot | null>;
  /** Returns where to touch the n-th link or button. */
  pressSpot(place: number): Promise<Spot | null>;
  /** Whether the last touch hit the element aimed at. */
  isHit(): boolean;
  /** Whether the last touch became a click. It does not when the page moves during the touch. */
  isPressed(): boolean;
  /** Returns where to touch an element of the page itself. */
  aim(element: Element | null): Promise<Spot | null>;
  /** Converts a point of the form's frame to one of the page; null if the frame does not come to rest. */
  inFrame(spot: Spot): Promise<Spot | null>;
  values(): string[];
  /** Returns a field's value; empty when the field no longer exists. */
  valueOf(field: number): string;
  text(): string;
  has(selector: string): boolean;
  count(selector: string): number;
  isEmpty(): boolean;
  /** Returns one line per control that is lower than this, in CSS pixels. */
  lowerThan(least: number): string[];
  /** The number of controls that Tab must reach, and the index of the focused one (-1 for none). */
  stops(): number;
  stopNow(): number;
  stopName(place: number): string;
  direction(): string;
  focusReads(text: string): boolean;
  sheets(): number;
  /** Returns how far the content overflows its space horizontally, in CSS pixels. */
  overflow(): number;
  /** Emulates a browser's page translation: wraps every text in new elements. */
  translate(): void;
  settle(): Promise<void>;
  axe(): Promise<string[]>;
}

declare global {
  var reader: ReaderApi;
}

/**
 * Serialised and run in the browser, so it can't use anything from its surroundings.
 * @param movesEnd resolves when finite animations have finished (e2e/support/screens/settle.ts)
 */
function installReader(isFrame: boolean, movesEnd: () => Promise<void>): void {
  const CONTROLS = 'button, textarea, select, input:not([type=hidden]), a[href]';
  const SEND = 'button[type=submit], input[type=submit], form button:not([type=button], [type=reset])';
  const root = (): Element =>
    (isFrame ? document.body : document.querySelector('main section > div:last-of-type > div:last-child')) ??
    document.createElement('div');
  const all = <E extends Element>(selector: string) => [...root().querySelectorAll<E>(selector)];
  const isShown = (element: Element) => element.getClientRects().length > 0;

  const groups = () => {
    const found = new Map<string, HTMLElement[]>();
    for (const [place, field] of all<HTMLInputElement>('input, textarea, select').entries()) {
      if (field.disabled || ['hidden', 'submit', 'button', 'checkbox'].includes(field.type)) continue;
      const name = field.type === 'radio' ? `radio ${field.name}` : `field ${place}`;
      found.set(name, [...(found.get(name) ?? []), field]);
    }
    return [...found.values()];
  };
  const kindOf = (field: HTMLElement | undefined): Field['kind'] => {
    if (field instanceof HTMLSelectElement) return 'list';
    if (!(field instanceof HTMLInputElement)) return 'text';
    if (field.type === 'radio') return 'choice';
    return field.type === 'range' || field.type === 'number' ? field.type : 'text';
  };

  const centre = (element: Element): Spot => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const frames = async (count: number) => {
    for (let frame = 0; frame < count; frame++) await new Promise((drawn) => requestAnimationFrame(drawn));
  };
  let aimed: Element | null = null;
  let isHit = false;
  let isPressed = false;
  /** Compared at once: the form may remove the element while it handles the event. */
  const isAimed = ({ target }: Event) =>
    aimed !== null && target instanceof Element && (aimed.contains(target) || target.contains(aimed));
  // Listeners of an isolated world are invisible to the document's scripts.
  const noteTouch = (event: TouchEvent) => {
    isHit = isAimed(event);
  };
  addEventListener('touchstart', noteTouch, { capture: true, passive: true });
  const notePress = (event: Event) => {
    isPressed ||= isAimed(event);
  };
  addEventListener('click', notePress, { capture: true, passive: true });

  /**
   * Resolves with a point of an element once the element is at rest and a hit test at the point belongs to it.
   * Otherwise returns the last point seen, with `isHit` false.
   */
  const restingPoint = async (
    find: () => Element | null,
    pointOf: (element: Element) => Spot,
    belongs: (hit: Element, element: Element) => boolean,
  ): Promise<{ spot: Spot | null; isHit: boolean }> => {
    let last: Spot | null = null;
    for (let poll = 0; poll < 60; poll++) {
      const element = find();
      await frames(2);
      if (!element) continue;
      const spot = pointOf(element);
      const hit = document.elementFromPoint(spot.x, spot.y);
      const isResting = last !== null && Math.abs(last.x - spot.x) + Math.abs(last.y - spot.y) < 1;
      if (isResting && hit !== null && belongs(hit, element)) return { spot, isHit: true };
      last = spot;
    }
    return { spot: last, isHit: false };
  };

  /** Returns where to touch an element, once it is at rest and not covered. */
  const aim = async (element: Element | null | undefined): Promise<Spot | null> => {
    aimed = element ?? null;
    isHit = false;
    isPressed = false;
    if (!element) return null;
    const find = () => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      return element;
    };
    const { spot } = await restingPoint(find, centre, (hit) => element.contains(hit) || hit.contains(element));
    return spot;
  };

  /**
   * Converts a point of the form's frame to one of the page. The page may scroll later than the frame, which has its
   * own process.
   */
  const inFrame = async ({ x, y }: Spot): Promise<Spot | null> => {
    const { spot, isHit } = await restingPoint(
      () => document.querySelector('main iframe'),
      (frame) => {
        const { left, top } = frame.getBoundingClientRect();
        return { x: x + left, y: y + top };
      },
      (hit, frame) => hit === frame,
    );
    return isHit ? spot : null;
  };

  /** Returns the element, or its label when the element itself is hidden. */
  const touched = (element: HTMLElement | undefined): Element | undefined => {
    if (!element) return undefined;
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
    const { width, height } = element.getBoundingClientRect();
    const isHidden = width <= 2 || height <= 2 || getComputedStyle(element).opacity === '0';
    return label && isHidden ? label : element;
  };
  const spot = (element: HTMLElement | undefined) => aim(touched(element));

  const tabStops = () => {
    const stops = new Map<string, HTMLElement>();
    for (const [place, control] of all<HTMLElement>('button, textarea, select, input').entries()) {
      if (control.matches(':disabled, [type=hidden]') || !isShown(control)) continue;
      const radio = control instanceof HTMLInputElement && control.type === 'radio';
      const name = radio ? `radio ${control.name}` : `${control.tagName.toLowerCase()} ${place}`;
      if (!stops.has(name)) stops.set(name, control);
    }
    return [...stops.entries()];
  };
  const isAt = ([name, control]: [string, HTMLElement]) => {
    const { activeElement } = document;
    if (activeElement === control) return true;
    return activeElement instanceof HTMLInputElement && `radio ${activeElement.name}` === name;
  };

  const lowLine = (control: HTMLElement, least: number): string[] => {
    const label = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
    const rects = [control, ...label].map((part) => part.getBoundingClientRect());
    const height = Math.max(...rects.map((rect) => rect.height));
    if (rects.every(({ width }) => width <= 1) || height >= least - 0.5) return [];
    const name = control.getAttribute('aria-label') ?? label[0]?.textContent ?? control.textContent ?? '';
    return [`${control.tagName.toLowerCase()} “${name.trim().slice(0, 40)}” is ${Math.round(height)} px high`];
  };

  globalThis.reader = {
    fields: () => groups().map((group) => ({ kind: kindOf(group[0]), options: group.length })),
    spotOf: (field, which) => spot(groups()[field]?.at(which === 'first' ? 0 : -1)),
    isFocused: (field) =>
      document.hasFocus() && groups()[field]?.includes(document.activeElement as HTMLElement) === true,
    aim,
    inFrame,
    isHit: () => isHit,
    isPressed: () => isPressed,
    sendSpot: () => spot(all<HTMLElement>(SEND)[0]),
    pressSpot: (place) => spot(all<HTMLElement>('button, a[href], input[type=button]')[place]),
    values: () =>
      all<HTMLInputElement>('input, textarea, select').map((field) =>
        field.type === 'radio' || field.type === 'checkbox' ? `${field.value}:${field.checked}` : field.value,
      ),
    valueOf: (field) => (groups()[field]?.[0] as HTMLInputElement | undefined)?.value ?? '',
    text: () => (root() as HTMLElement).innerText ?? '',
    has: (selector) => all(selector).length > 0,
    count: (selector) => all(selector).length,
    isEmpty: () => root().children.length === 0,
    lowerThan: (least) =>
      all<HTMLElement>(CONTROLS)
        .filter((control) => isShown(control) && !control.closest('[aria-hidden=true]'))
        .flatMap((control) => lowLine(control, least)),
    stops: () => tabStops().length,
    stopNow: () => tabStops().findIndex(isAt),
    stopName: (place) => tabStops()[place]?.[0] ?? '',
    direction() {
      const inner = root().querySelector('p, label, legend, button');
      return inner ? getComputedStyle(inner).direction : '';
    },
    focusReads(text) {
      const { activeElement } = document;
      return (
        activeElement !== document.body &&
        root().contains(activeElement) &&
        (activeElement?.textContent ?? '').includes(text)
      );
    },
    sheets: () => document.adoptedStyleSheets.length + document.styleSheets.length,
    overflow() {
      const around = isFrame ? [document.documentElement, document.body, ...document.body.children] : [root()];
      const inner = around.flatMap((element) => [element, ...element.children]);
      return Math.max(
        0,
        ...inner.map(({ scrollWidth, clientWidth }) => (clientWidth > 0 ? scrollWidth - clientWidth : 0)),
      );
    },
    translate() {
      const walker = document.createTreeWalker(root(), NodeFilter.SHOW_TEXT);
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
    },
    async settle() {
      await movesEnd();
      await frames(2);
    },
    async axe() {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
      const results = await axe.run(isFrame ? document : root(), {
        runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
        rules: {
          'target-size': { enabled: true },
          // Landmarks, title and level-one heading belong to the page; a form in a frame is a part of it.
          ...Object.fromEntries(
            ['region', 'landmark-one-main', 'page-has-heading-one', 'document-title', 'html-has-lang', 'bypass'].map(
              (rule) => [rule, { enabled: !isFrame }],
            ),
          ),
        },
        resultTypes: ['violations'],
        // Forms have no frames, and the page's frames are not the remote's.
        iframes: false,
      });
      return results.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ failureSummary, html }) => `${id}: ${failureSummary} ${html}`),
      );
    },
  };
}

/** Returns the script that installs the reader in a document. */
export const readerIn = (isFrame: boolean) => `(${String(installReader)})(${isFrame}, ${String(movesEnd)});`;
