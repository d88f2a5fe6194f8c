/** Input actions of WebDriver, which the classic protocol and BiDi share. */

const CONTROL = '\uE009';

export interface Source {
  type: 'pointer' | 'key';
  id: string;
  parameters?: { pointerType: 'mouse' };
  actions: Record<string, unknown>[];
}

/** Returns a press of the pointer at a point of the window, in CSS pixels. */
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

/** Returns the keys that select all of a field's text on Linux. */
const allSelected = (): Source[] =>
  keyboard([{ type: 'keyDown', value: CONTROL }, ...press('a'), { type: 'keyUp', value: CONTROL }]);

export abstract class WebDriverBrowser {
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
