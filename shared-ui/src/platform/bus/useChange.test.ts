import { renderHook } from '@testing-library/react';
import { publish, useChange } from './bus.ts';

const announce = (kind: string, id: string) => publish('change@1', { kind, id });

test('useChange calls the latest callback with the id of each change of its kind, until the component unmounts', () => {
  const received: string[] = [];
  const { rerender, unmount } = renderHook(
    ({ name }) => useChange('request.updated', (id) => received.push(name + id)),
    {
      initialProps: { name: 'first ' },
    },
  );
  announce('request.updated', 'one');
  announce('account.updated', 'two');
  rerender({ name: 'second ' });
  announce('request.updated', 'three');
  unmount();
  announce('request.updated', 'four');
  expect(received).toEqual(['first one', 'second three']);
});
