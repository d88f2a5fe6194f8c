/**
 * Runs in the page: a room of its own beside the app, in which the kit mounts the remote as often and in as many ways
 * as it needs, with a `submit` that it controls. Nothing of this reaches the remote but the contract's context.
 */
import type { SurveyAnswer, SurveyContext, SurveyKind, SurveyRemote } from 'shared-ui/contract';

/** What `submit` does. `hold`: it settles once `release` is called. */
export type Reply = 'deliver' | 'queue' | 'reject' | 'hold';

export interface MountOptions {
  survey: SurveyKind;
  locale?: 'en-CA' | 'fr-CA';
  direction?: 'ltr' | 'rtl';
  theme?: 'LIGHT' | 'DARK';
  answersAreKept?: boolean;
}

/** What the remote has called so far. */
export interface Calls {
  submitted: SurveyAnswer[][];
  done: number;
  failed: string[];
}

/** What is alive on the page, as far as a page can know of itself. */
export interface Alive {
  listeners: number;
  timers: number;
  sheets: number;
  /** Elements outside the room, the style element of the app's own styles and scripts excepted. */
  outside: number;
  title: string;
  address: string;
  history: number;
  storage: string;
  root: string;
}

/** What was filled in. */
export interface Filled {
  choices: number;
  texts: string[];
}

export interface RoomApi {
  enter(): void;
  load(container: string, expose: string): Promise<{ contract: unknown; surveys: unknown; mount: string }>;
  mount(options: MountOptions): { children: number; hasUnmount: boolean };
  unmount(): void;
  reply(how: Reply): void;
  release(): void;
  calls(): Calls;
  alive(): Alive;
  fill(which: 'first' | 'last'): Filled;
  values(): string[];
  press(): boolean;
  finish(): boolean;
}

declare global {
  var conformance: RoomApi;
}

/** Puts `conformance` on the page. Handed to the browser as it stands, so it may use nothing from around it. */
export function installRoom(): void {
  const ROOM = 'conformance-room';
  const outer: EventTarget[] = [window, document];
  const listeners = new Map<string, number>();
  const ids = new WeakMap<object, number>();
  let lastId = 0;
  const idOf = (thing: object) => {
    const id = ids.get(thing) ?? ++lastId;
    ids.set(thing, id);
    return id;
  };
  const isOuter = (target: EventTarget) =>
    outer.includes(target) || target === document.body || target === document.documentElement;
  const keyOf = (target: EventTarget, type: string, listener: object, options: unknown) => {
    const capture =
      typeof options === 'object' && options !== null ? Boolean(Reflect.get(options, 'capture')) : options;
    return `${idOf(target)} ${type} ${idOf(listener)} ${Boolean(capture)}`;
  };
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function add(type, listener, options) {
    const target = this ?? window;
    if (listener && isOuter(target)) {
      const key = keyOf(target, type, listener, options);
      listeners.set(key, 1);
      const signal = typeof options === 'object' ? options?.signal : undefined;
      if (signal) addEventListener.call(signal, 'abort', () => listeners.delete(key));
    }
    return addEventListener.call(target, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function remove(type, listener, options) {
    const target = this ?? window;
    if (listener && isOuter(target)) listeners.delete(keyOf(target, type, listener, options));
    return removeEventListener.call(target, type, listener, options);
  };

  const timers = new Set<unknown>();
  const { setTimeout: soon, setInterval: often, clearTimeout: notSoon, clearInterval: notOften } = globalThis;
  Object.assign(globalThis, {
    setTimeout: (work: unknown, ms?: number, ...rest: unknown[]) => {
      const id: unknown = soon(
        (...given: unknown[]) => {
          timers.delete(id);
          if (typeof work === 'function') work(...given);
        },
        ms,
        ...rest,
      );
      timers.add(id);
      return id;
    },
    setInterval: (work: () => void, ms?: number, ...rest: unknown[]) => {
      const id = often(work, ms, ...rest);
      timers.add(id);
      return id;
    },
    clearTimeout: (id?: number) => {
      timers.delete(id);
      notSoon(id);
    },
    clearInterval: (id?: number) => {
      timers.delete(id);
      notOften(id);
    },
  });

  let remote: SurveyRemote | undefined;
  let mounted: { unmount(): void } | undefined;
  let how: Reply = 'deliver';
  let release: () => void = () => undefined;
  let calls: Calls = { submitted: [], done: 0, failed: [] };

  const room = () => {
    const found = document.getElementById(ROOM);
    if (!found) throw new Error('The room was not entered');
    return found;
  };
  const inRoom = <E extends Element>(selector: string) => [...room().querySelectorAll<E>(selector)];

  const submit = async (into: Calls, responses: SurveyAnswer[]) => {
    into.submitted.push(JSON.parse(JSON.stringify(responses ?? null)));
    if (how === 'hold') await new Promise<void>((resolve) => (release = resolve));
    if (how === 'reject') throw new Error('The kit rejects this one');
    return how === 'queue' ? { status: 'queued' as const } : { status: 'delivered' as const, receiptId: 'receipt-1' };
  };

  const setNatively = (field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, value: string) => {
    // Frameworks watch the property of the element; the prototype's own setter goes past them, as typing does.
    const prototype = Object.getPrototypeOf(field);
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
  };

  globalThis.conformance = {
    enter() {
      const app = document.getElementById('root');
      if (app) app.style.display = 'none';
      const main = document.createElement('main');
      const title = document.createElement('h1');
      title.textContent = 'Survey';
      title.tabIndex = -1;
      title.id = 'conformance-title';
      const place = document.createElement('div');
      place.id = ROOM;
      main.append(title, place);
      main.style.padding = '16px';
      document.body.append(main);
    },
    async load(container, expose) {
      const run = await Reflect.get(globalThis, container).get(expose);
      const module = await run();
      remote = 'default' in module ? module.default : module;
      return { contract: remote?.contract, surveys: remote?.surveys, mount: typeof remote?.mount };
    },
    mount({ survey, locale = 'en-CA', direction = 'ltr', theme = 'LIGHT', answersAreKept = false }) {
      // What an unmount has left there was found then; the next look is at this mount alone.
      room().replaceChildren();
      const own: Calls = { submitted: [], done: 0, failed: [] };
      calls = own;
      how = 'deliver';
      Object.assign(document.documentElement, { dir: direction, lang: locale });
      document.documentElement.dataset.theme = theme.toLowerCase();
      const context: SurveyContext = {
        survey,
        hospital: 'Northside General Hospital',
        person: { name: 'Jordan Avery', email: 'patient@example.org' },
        locale,
        direction,
        theme,
        answersAreKept,
        keepDraft: () => undefined,
        submit: (responses) => submit(own, responses),
        done: () => {
          own.done += 1;
        },
        fail: (error) => {
          own.failed.push(String(error));
        },
      };
      const result: unknown = remote?.mount(room(), context);
      const hasUnmount = typeof result === 'object' && result !== null && 'unmount' in result;
      mounted = hasUnmount ? (result as { unmount(): void }) : undefined;
      return { children: room().childElementCount, hasUnmount };
    },
    unmount() {
      mounted?.unmount();
    },
    reply(next) {
      how = next;
    },
    release() {
      how = 'deliver';
      release();
    },
    calls: () => calls,
    alive() {
      const outside = [...document.querySelectorAll('*')].filter(
        (element) => !room().contains(element) && !element.matches('script, style[data-styled]'),
      );
      const root = document.documentElement;
      return {
        listeners: listeners.size,
        timers: timers.size,
        sheets: document.adoptedStyleSheets.length + document.styleSheets.length,
        outside: outside.length,
        title: document.title,
        address: location.href,
        history: history.length,
        storage: JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
        root: [...root.attributes, ...document.body.attributes].map(({ name, value }) => `${name}=${value}`).join(' '),
      };
    },
    fill(which) {
      const groups = new Map<string, HTMLInputElement[]>();
      for (const radio of inRoom<HTMLInputElement>('input[type=radio]:not(:disabled)')) {
        groups.set(radio.name, [...(groups.get(radio.name) ?? []), radio]);
      }
      for (const radios of groups.values()) {
        const chosen = radios.at(which === 'first' ? 0 : -1);
        if (chosen && !chosen.checked) chosen.click();
      }
      const lists = inRoom<HTMLSelectElement>('select:not(:disabled)');
      for (const list of lists)
        setNatively(list, list.options[which === 'first' ? 0 : list.options.length - 1]?.value ?? '');
      const sliders = inRoom<HTMLInputElement>('input[type=range], input[type=number]');
      for (const slider of sliders) setNatively(slider, (which === 'first' ? slider.min : slider.max) || '1');
      const boxes = inRoom<HTMLInputElement>('textarea:not(:disabled), input[type=text], input:not([type])');
      const texts = boxes.map((_, place) => `Typed “${which}” <${place}> é & more`);
      for (const [place, box] of boxes.entries()) setNatively(box, texts[place] ?? '');
      return { choices: groups.size + lists.length + sliders.length, texts };
    },
    values: () =>
      inRoom<HTMLInputElement>('input, textarea, select').map((field) =>
        field.type === 'radio' || field.type === 'checkbox' ? `${field.value}:${field.checked}` : field.value,
      ),
    press() {
      const [button] = inRoom<HTMLElement>(
        'button[type=submit], input[type=submit], form button:not([type=button], [type=reset])',
      );
      button?.click();
      return button !== undefined;
    },
    finish() {
      const before = calls.done;
      for (const button of inRoom<HTMLElement>('button, a[href], input[type=button]')) {
        if (calls.done === before) button.click();
      }
      return calls.done > before;
    },
  };
}
