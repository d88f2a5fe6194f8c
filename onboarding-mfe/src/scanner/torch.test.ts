import { torchOf } from './torch.ts';

const streamOf = (track?: object) => ({ getTracks: () => (track ? [track] : []) }) as unknown as MediaStream;

test.each([
  ['a camera without a light', streamOf({ getCapabilities: () => ({}) })],
  ['a browser that does not tell', streamOf({})],
  ['no camera', streamOf()],
])('%s has no torch', (_what, stream) => {
  expect(torchOf(stream)).toBeNull();
});

test('a light is turned on and off', async () => {
  const applyConstraints = jest.fn().mockResolvedValue(undefined);
  const torch = torchOf(streamOf({ getCapabilities: () => ({ torch: true }), applyConstraints }));
  await torch?.(true);
  await torch?.(false);
  expect(applyConstraints.mock.calls).toEqual([[{ advanced: [{ torch: true }] }], [{ advanced: [{ torch: false }] }]]);
});
