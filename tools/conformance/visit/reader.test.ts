import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Reader } from './reader.ts';

class Control {
  name = '';
  value = '';
  type = '';
  disabled = false;
}
class Input extends Control {
  max = '';
  checked = false;
}
class Select extends Control {
  selectedIndex = 0;
  options: string[] = [];
}
class Area extends Control {}

const radio = (value: number, checked: boolean) =>
  Object.assign(new Input(), { type: 'radio', name: 'triageOption', value: String(value), checked });

/** Returns a reader of a document with these controls. */
function readerOf(...controls: Control[]): Reader {
  const querySelectorAll = (selector: string) =>
    selector.includes('checkbox') ? controls.filter(({ type }) => type === 'checkbox') : controls;
  Object.assign(globalThis, {
    addEventListener: () => undefined,
    document: { querySelectorAll },
    HTMLInputElement: Input,
    HTMLSelectElement: Select,
  });
  return new Reader(async () => undefined);
}

test('the kit chooses a value that differs from the one chosen beforehand', () => {
  const ends = (...controls: Control[]) => readerOf(...controls).otherEnd(0);
  assert.equal(ends(radio(5, false), radio(1, true)), 'first');
  assert.equal(ends(radio(5, true), radio(1, false)), 'last');
  assert.equal(ends(radio(5, false), radio(1, false)), 'last');
  assert.equal(ends(Object.assign(new Select(), { options: ['0', '5'], selectedIndex: 1 })), 'first');
  assert.equal(ends(Object.assign(new Select(), { options: ['0', '5'], selectedIndex: 0 })), 'last');
  assert.equal(ends(Object.assign(new Input(), { type: 'range', max: '5', value: '5' })), 'first');
  assert.equal(ends(Object.assign(new Input(), { type: 'range', value: '50' })), 'last');
  assert.equal(ends(Object.assign(new Area(), { type: 'textarea' })), 'last');
});

test('the kit names the fields of a form with what is chosen, typed or empty', () => {
  const comments = Object.assign(new Area(), { type: 'textarea', name: 'triageComments', value: 'Kind people' });
  const box = Object.assign(new Input(), { type: 'checkbox', value: 'on' });
  assert.deepEqual(readerOf(radio(5, false), radio(1, true), comments, box).values(), [
    '"triageOption": 1',
    '"triageComments": Kind people',
    '"field 3": empty',
  ]);
});
