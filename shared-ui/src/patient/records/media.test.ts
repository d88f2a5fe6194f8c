import { act, renderHook, waitFor } from '@testing-library/react';
import { call } from '../../platform/http/client.ts';
import { cut, fakeApi, openPage } from '../../testing/index.ts';
import { useMediaFiles } from './media.ts';

test('useMediaFiles fetches a picture again when the server answers again', async () => {
  openPage();
  URL.createObjectURL = () => 'blob:leg';
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const picture = () => new Response('leg', { headers: { 'content-type': 'image/webp' } });
  const answers = [picture, cut];
  fakeApi({ 'GET v1/leg': () => answers.pop()?.(), 'GET v1/things': [] });
  const media = { id: 'leg', title: 'Leg', alt: 'Leg', url: 'v1/leg', type: 'image/webp', width: 1, height: 1 };
  const { result } = renderHook(() => useMediaFiles([media]));
  await waitFor(() => expect(result.current.fileOf('leg').state).toBe('failed'));
  await act(async () => void (await call('get', 'v1/things')));
  await waitFor(() => expect(result.current.fileOf('leg').state).toBe('ready'));
});
