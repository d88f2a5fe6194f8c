/** Input as WebDriver describes it: the same for its older protocol and for BiDi. */

const CONTROL = '\uE009';

/** One source of input with what it does, in order. */
export interface Source {
  type: 'pointer' | 'key';
  id: string;
  parameters?: { pointerType: 'mouse' };
  actions: Record<string, unknown>[];
}

/** A press of the pointer at a place of the window, in CSS pixels. */
const tapAt = (x: number, y: number): Source[] => [
  {
    type: 'pointer',
    id: 'pointer',
    parameters: { pointerType: 'mouse' },
    actions: [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0, origin: 'viewport' },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  },
];

const press = (value: string) => [
  { type: 'keyDown', value },
  { type: 'keyUp', value },
];

const keyboard = (actions: Source['actions']): Source[] => [{ type: 'key', id: 'keyboard', actions }];

const typed = (keys: string): Source[] => keyboard([...keys].flatMap(press));

/** What selects all of a field's text on Linux. */
const allSelected = (): Source[] =>
  keyboard([{ type: 'keyDown', value: CONTROL }, ...press('a'), { type: 'keyUp', value: CONTROL }]);

/** Hands of a browser whose driver takes input as WebDriver describes it. */
export abstract class Hands {
  protected abstract perform(actions: Source[]): Promise<void>;

  tap(x: number, y: number): Promise<void> {
    return this.perform(tapAt(x, y));
  }

  type(keys: string): Promise<void> {
    return this.perform(typed(keys));
  }

  selectAll(): Promise<void> {
    return this.perform(allSelected());
  }
}
