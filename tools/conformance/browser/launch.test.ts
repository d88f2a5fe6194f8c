import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { Pipe } from './launch.ts';

/** A pipe to a browser that answers nothing by itself, and a function that sends a message from it. */
function silentBrowser() {
  const from = new PassThrough();
  const tell = (message: object) => from.write(`${JSON.stringify(message)}\0`);
  return { pipe: new Pipe(new PassThrough(), from), tell };
}

test('Pipe rejects the calls to a frame when the frame is removed, and no others', async () => {
  const { pipe, tell } = silentBrowser();
  const ofFrame = pipe.send('Runtime.evaluate', {}, 'frame');
  const ofPage = pipe.send('Runtime.evaluate', {}, 'page');
  tell({ method: 'Target.detachedFromTarget', params: { sessionId: 'frame' }, sessionId: 'page' });
  await assert.rejects(ofFrame, /Runtime\.evaluate: the document was removed/);
  tell({ id: 2, result: { done: true } });
  assert.deepEqual(await ofPage, { done: true });
});
