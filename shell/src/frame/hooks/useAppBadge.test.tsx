import { act, renderHook } from '@testing-library/react';
import { EVENT_TYPE } from 'shared-ui';
import { careEvent, maya, openPage, updateSlice } from 'shared-ui/testing';
import { useAppBadge } from './useAppBadge.ts';

const shown = jest.fn(async (_count: number) => undefined);
const cleared = jest.fn(async () => undefined);

beforeEach(() => {
  openPage();
  Object.assign(navigator, { setAppBadge: shown, clearAppBadge: cleared });
});

afterEach(() => {
  Reflect.deleteProperty(navigator, 'setAppBadge');
  Reflect.deleteProperty(navigator, 'clearAppBadge');
});

test('useAppBadge counts only the unviewed events that lists show for a supported patient', () => {
  const supporting = careEvent({ id: 'a', profileId: maya.id, type: EVENT_TYPE.SUPPORTER, status: 'NOT_VIEWED' });
  const visit = careEvent({ id: 'b', profileId: maya.id, type: EVENT_TYPE.PHYSICIAN, status: 'NOT_VIEWED' });
  updateSlice('profiles', { list: [maya] });
  updateSlice('events', { list: [supporting, visit] });
  renderHook(() => useAppBadge());
  expect(shown).toHaveBeenLastCalledWith(1);
  act(() => updateSlice('events', { list: [supporting, { ...visit, status: 'VIEWED' }] }));
  expect(cleared).toHaveBeenCalled();
});
