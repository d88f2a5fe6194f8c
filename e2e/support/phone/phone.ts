import type { Translate } from './words.ts';

/** Describes an element as users perceive it: by role and name, by a field's label, or by its text. */
export type Wanted =
  | { role: string; name?: string | RegExp; level?: number; checked?: boolean }
  | { label: string | RegExp }
  | { text: string | RegExp };

export const heading = (name: string | RegExp): Wanted => ({ role: 'heading', level: 1, name });
export const link = (name: string | RegExp): Wanted => ({ role: 'link', name });
export const button = (name: string | RegExp): Wanted => ({ role: 'button', name });
export const text = (words: string | RegExp): Wanted => ({ text: words });
export const field = (label: string | RegExp): Wanted => ({ label });

/** Matches a name that includes a text, with any kind of space. */
export const including = (words: string) =>
  new RegExp(words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s/g, '\\s'));

/** What a person does on a phone, whatever drives its browser: Playwright (`page-phone.ts`) or `e2e/engines`. */
export interface Phone {
  readonly t: Translate;
  open(address: string): Promise<void>;
  sees(...all: Wanted[]): Promise<void>;
  seesNo(wanted: Wanted): Promise<void>;
  tap(wanted: Wanted): Promise<void>;
  fill(wanted: Wanted, value: string): Promise<void>;
}

export async function fillAll(phone: Phone, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await phone.fill(field(label), value);
}
