import { ApiFailure, logUnexpected } from './failure.ts';

test('logUnexpected writes only errors that are not failed calls to the console', () => {
  const info = jest.spyOn(console, 'info').mockImplementation(() => undefined);
  logUnexpected('Loading content failed', new ApiFailure('unreachable', 0, 'NetworkError', ''));
  expect(info).not.toHaveBeenCalled();
  const error = new TypeError('x is undefined');
  logUnexpected('Loading content failed', error);
  expect(info).toHaveBeenCalledWith('Loading content failed', error);
});
