import { ApiFailure, logUnexpected } from './failure.ts';

test('logUnexpected writes only errors that are not failed calls to the console', () => {
  logUnexpected('Loading content failed', new ApiFailure('unreachable', 0, 'NetworkError', ''));
  expect(console.info).not.toHaveBeenCalled();
  const error = new TypeError('x is undefined');
  logUnexpected('Loading content failed', error);
  expect(console.info).toHaveBeenCalledWith('Loading content failed', error);
});
