import { type BusEventName, publish, subscribe } from 'shared-ui/bus';
import { openPage } from '../../testing/index.ts';
import { runtimeConfig, setRuntimeConfig } from '../runtime.ts';
import { recentEvents } from './bus.ts';

const CHANGE = { kind: 'request.updated', id: 'r1', profileId: 1 };
const warnings = jest.fn();

beforeEach(() => {
  openPage();
  warnings.mockClear();
  jest.spyOn(console, 'warn').mockImplementation(warnings);
});

test('publish reaches every current subscriber with its own copy, and none after it has unsubscribed', () => {
  const received: unknown[] = [];
  // Earlier events are not repeated.
  publish('change@1', CHANGE);
  const first = subscribe('change@1', (change) => {
    received.push({ ...change });
    change.kind = 'overwritten';
  });
  const second = subscribe('change@1', (change) => received.push(change));
  publish('change@1', CHANGE);
  first();
  publish('change@1', { kind: 'share.updated' });
  second();
  publish('change@1', CHANGE);
  expect(received).toEqual([CHANGE, CHANGE, { kind: 'share.updated' }]);
});

test('an error in a subscriber is reported to the window, and stops neither the publisher nor other subscribers', () => {
  // jsdom has none.
  globalThis.reportError = jest.fn();
  const failure = new Error('The subscriber failed');
  const stop = subscribe('change@1', () => {
    throw failure;
  });
  const onEvent = jest.fn();
  const stopOther = subscribe('change@1', onEvent);
  publish('change@1', CHANGE);
  stop();
  stopOther();
  expect(onEvent).toHaveBeenCalledWith(CHANGE);
  expect(reportError).toHaveBeenCalledWith(failure);
});

describe('an event of a remote that was built with another version', () => {
  /** Publishes as such a remote does: without this version's types. */
  const publishForeign: (name: string, payload: unknown) => void = (name, payload) =>
    Reflect.apply(publish, undefined, [name as BusEventName, payload]);

  test('is delivered without the fields that this version does not know', () => {
    const onEvent = jest.fn();
    const stop = subscribe('change@1', onEvent);
    publishForeign('change@1', { ...CHANGE, ward: '4B' });
    stop();
    expect(onEvent).toHaveBeenCalledWith(CHANGE);
  });

  test.each([
    ['change@1', { kind: 7 }, 'kind must be a text that is not empty'],
    ['change@1', { id: 'r1' }, 'kind is missing'],
    ['change@1', undefined, 'document is missing'],
    ['change@2', CHANGE, 'name must be one of change@1'],
    ['toString', CHANGE, 'name must be one of change@1'],
  ])('is dropped with a warning when it is %s with the payload %j', (name, payload, reason) => {
    const onEvent = jest.fn();
    const stop = subscribe(name as BusEventName, onEvent);
    const count = recentEvents().length;
    publishForeign(name, payload);
    stop();
    expect(onEvent).not.toHaveBeenCalled();
    expect(recentEvents()).toHaveLength(count);
    expect(warnings).toHaveBeenCalledWith(
      `The event "${name}" was not delivered:`,
      expect.objectContaining({ message: reason }),
    );
  });

  test('throws in development, so that its developer sees it', () => {
    const config = runtimeConfig();
    setRuntimeConfig({ ...config, dev: true });
    expect(() => publishForeign('change@1', { kind: '' })).toThrow('kind must be a text that is not empty');
    setRuntimeConfig(config);
  });
});

test('recentEvents keeps names, times and field names of the last 50 events, without values', () => {
  for (let count = 0; count < 60; count++) publish('change@1', CHANGE);
  expect(recentEvents()).toHaveLength(50);
  expect(recentEvents().at(-1)).toEqual({
    name: 'change@1',
    at: expect.any(Number),
    fields: ['kind', 'id', 'profileId'],
  });
});
