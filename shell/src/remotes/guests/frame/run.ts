import type { SurveyContext, SurveyReceipt, SurveyRemote } from 'shared-ui/contract';
import {
  type FormFacts,
  type FrameSetup,
  type FromFrame,
  OPTIONAL_CODE,
  type Script,
  type ToFrame,
} from '../protocol.ts';
import type { installOptionalCode } from './more.ts';
import { bound, define, evaluate, stringify } from './natives.ts';
import { isAnythingVisible } from './visible.ts';

type AnswerMessage = Extract<ToFrame, { kind: 'answer' }>;

/** The frame's end of the port to the page, its only channel. */
export class Port {
  readonly #send: (message: string) => void;
  readonly #pending = new Map<number, (answer: AnswerMessage) => void>();
  #count = 0;
  /** Answers a ping of the page: once the form is mounted, with what it shows. */
  answerPing: () => void = () => this.send({ kind: 'pong' });

  constructor(port: MessagePort) {
    const post = bound(port.postMessage as (message: string) => void);
    this.#send = (message) => post(port, message);
  }

  send(message: FromFrame): void {
    this.#send(stringify(message));
  }

  /** Resolves the request that the page has answered. */
  resolveRequest(answer: AnswerMessage): void {
    this.#pending.get(answer.id)?.(answer);
    this.#pending.delete(answer.id);
  }

  async #request(make: (id: number) => FromFrame): Promise<unknown> {
    this.#count += 1;
    const id = this.#count;
    const { value, error } = await new Promise<AnswerMessage>((resolve) => {
      this.#pending.set(id, resolve);
      this.send(make(id));
    });
    if (error !== undefined) throw new Error(error);
    return value;
  }

  /** Resolves with the bytes of one of the guest's files, verified by the page. Rejects if unavailable. */
  async file(url: string): Promise<ArrayBuffer> {
    return (await this.#request((id) => ({ kind: 'file', id, url }))) as ArrayBuffer;
  }

  /** Submits answers to the page and resolves with the receipt. Rejects if they could be neither sent nor stored. */
  submit(answers: unknown): Promise<unknown> {
    return this.#request((id) => ({ kind: 'submit', id, answers }));
  }
}

let current: HTMLScriptElement | null = null;

/** Runs a script whose bytes the page has verified, as if a script element had fetched it. */
function runScript([url, bytes]: Script, suffix = ''): void {
  const before = current;
  current = Object.assign(document.createElement('script'), { src: url });
  try {
    evaluate(`${new TextDecoder().decode(bytes)}\n${suffix}\n//# sourceURL=${url}`);
  } finally {
    current = before;
  }
}

define(document, 'currentScript', { get: () => current });

interface Container {
  init(shareScope: object, ...more: unknown[]): unknown;
  get(expose: string): Promise<() => unknown>;
}

/** Runs the shell's initial scripts for their shared packages. startup/main.tsx sees this global and starts nothing. */
function shareScope({ shell }: FrameSetup): Promise<object> | object {
  if (shell.length === 0) return {};
  return new Promise((resolve) => {
    globalThis.__lodestarShare = resolve;
    for (const script of shell) runScript(script);
  });
}

/** Runs the optional code that the page sent for guests with several files and browsers without Trusted Types. */
function runOptionalCode(start: FrameSetup, port: Port, isConfined: boolean): void {
  const [code] = start.optionalCode;
  if (code === undefined) {
    if (!isConfined) throw new Error('HTML sinks are not guarded');
    return;
  }
  runScript(code);
  const install = Reflect.get(globalThis, OPTIONAL_CODE) as typeof installOptionalCode;
  Reflect.deleteProperty(globalThis, OPTIONAL_CODE);
  install({ port, page: start.page, run: runScript }, isConfined);
}

/** Prepares the frame before any guest code runs. Rejects if the guest may not run in it. */
export async function prepare(start: FrameSetup, port: Port, isConfined: boolean): Promise<object> {
  runOptionalCode(start, port, isConfined);
  return shareScope(start);
}

async function load(start: FrameSetup, scope: object): Promise<SurveyRemote> {
  const { entry, container: name, expose } = start;
  // In a strict script, a declared name does not become a property of the window.
  runScript(entry, `;typeof ${name}==='undefined'||(globalThis.${name}=${name})`);
  const container = Reflect.get(globalThis, name) as Container | undefined;
  if (!container) throw new Error(`the entry defines no container ${name}`);
  await container.init(scope, [], {});
  const module = (await (await container.get(expose))()) as SurveyRemote & { default?: SurveyRemote };
  const remote = module.default ?? module;
  if (remote.contract !== 'survey@1' || !remote.mount) throw new Error('the module does not implement survey@1');
  return remote;
}

function contextOf(facts: FormFacts, port: Port): SurveyContext {
  return {
    ...facts,
    keepDraft: (answers) => port.send({ kind: 'draft', answers }),
    submit: async (answers) => (await port.submit(answers)) as SurveyReceipt,
    done: () => port.send({ kind: 'done' }),
    fail: (error) => port.send({ kind: 'fail', code: 'RENDER_FAILED', message: String(error) }),
  };
}

/** Interval at which a form that shows nothing yet is measured (ms): pings are too rare for one that fades in. */
const MEASURE_MS = 100;

/** Mounts the form, and from then on reports to the page how high it is and whether anything is visible. */
function mount(remote: SurveyRemote, facts: FormFacts, port: Port): void {
  const wrapper = document.body.appendChild(document.createElement('div'));
  // The page may be in a language that the guest doesn't have.
  Object.assign(wrapper, { lang: facts.locale, dir: facts.direction });
  const container = wrapper.appendChild(document.createElement('div'));
  remote.mount(container, contextOf(facts, port));
  const report = () => {
    const isShown = isAnythingVisible(wrapper);
    port.send({ kind: 'drawn', height: Math.ceil(wrapper.getBoundingClientRect().height), isShown });
    return isShown;
  };
  const awaitFirst = () => {
    if (!report()) setTimeout(awaitFirst, MEASURE_MS);
  };
  port.answerPing = report;
  new ResizeObserver(report).observe(wrapper);
  awaitFirst();
}

/**
 * Runs a guest's verified code and mounts its form. Failures are reported to the page.
 * @param sharing the share scope from `prepare`; rejects if the guest may not run
 */
export async function run(start: FrameSetup, sharing: Promise<object>, facts: FormFacts, port: Port): Promise<void> {
  let code: 'EXPORT_INVALID' | 'RENDER_FAILED' = 'EXPORT_INVALID';
  try {
    const remote = await load(start, await sharing);
    code = 'RENDER_FAILED';
    mount(remote, facts, port);
  } catch (error) {
    port.send({ kind: 'fail', code, message: String(error) });
  }
}
