/** Generates hostile requests from a route's schema. The same seed generates the same requests. */
import { type Route, type Schema, sampleOf } from '../support/openapi.ts';

export interface HostileRequest {
  url: string;
  payload: string | undefined;
}

const LONG = 'A'.repeat(5_000);
const DEEP = JSON.parse(`${'['.repeat(400)}1${']'.repeat(400)}`) as unknown;

const TEXTS: readonly string[] = [
  '',
  ' ',
  'a\u0000b',
  '\udfff\ud800',
  '\u202emoc.elpmaxe@mik',
  'é'.repeat(300),
  '👩‍⚕️'.repeat(80),
  LONG,
  "'; drop table users; --",
  '" or ""="',
  '$1',
  '_%',
  '\\',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{name}',
  'null',
  '9'.repeat(40),
  '-0',
  '__proto__',
  'toString',
  'a@b.co\r\nBcc: all@example.org',
  'kim@example.org',
  '+14165550144',
  'patient@example.org',
  'Sturdy-river-pass7',
  '2468',
  'ER10000001',
  '00000000-0000-4000-8000-000000000000',
  'patient',
  '2026-11-20T00:00:00.000Z',
  `a@${'a.'.repeat(100)}`,
];
const OTHERS = [null, true, 0, -1, 1e308, 2 ** 53, 0.1, [], {}, [null], { $ne: null }, { toString: 1 }, DEEP] as const;
/** Malformed and poisoned JSON. `bad-input.test.ts` sends more, with other media types. */
const RAW: readonly string[] = ['', '{', '{"__proto__":{"admin":true}}', '1e999', `{"${'k'.repeat(4_000)}":1}`];

export class Hostility {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a pseudo-random number in [0, 1) (mulberry32). */
  #random(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #pick<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.#random() * items.length)];
  }

  /** Returns the route's URL with hostile parameter values. */
  address({ path }: Pick<Route, 'path'>): string {
    return path.replace(/\{\w+\}/g, () => {
      // URLs can't contain lone surrogates, so no client can send them.
      const text = (this.#pick(TEXTS) ?? '').replace(/[\ud800-\udfff]/g, '');
      return encodeURIComponent(text.slice(0, 500)) || 'x';
    });
  }

  request(route: Route): HostileRequest {
    const url = this.address(route);
    if (this.#chance(0.15)) return { url, payload: this.#pick(RAW) };
    const body = this.#chance(0.1) ? this.#value() : this.#damaged(route.body ? sampleOf(route.body) : {}, route.body);
    const payload = JSON.stringify(body) ?? 'null';
    return { url, payload };
  }

  #value(): unknown {
    return this.#chance(0.6) ? this.#pick(TEXTS) : this.#pick(OTHERS);
  }

  /** Damages few fields, so that the rest gets as far as possible; sometimes none. */
  #damaged(body: unknown, schema: Schema | undefined): unknown {
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      return this.#chance(0.5) ? body : this.#value();
    const damaged: Record<string, unknown> = { ...body };
    for (const key of Object.keys(damaged)) {
      if (this.#chance(0.2)) delete damaged[key];
      else if (this.#chance(0.25)) damaged[key] = this.#likeWanted(schema?.properties?.[key]);
    }
    if (this.#chance(0.1)) damaged[this.#pick(TEXTS) || 'extra'] = this.#value();
    return damaged;
  }

  /** Returns a value that is usually of the right type: values that pass the type check reach deeper code. */
  #likeWanted(schema: Schema | undefined): unknown {
    if (schema?.type === 'string' && this.#chance(0.8)) return this.#pick(TEXTS);
    if (schema?.type === 'object' && this.#chance(0.5)) return this.#damaged(sampleOf(schema), schema);
    return this.#value();
  }
}
