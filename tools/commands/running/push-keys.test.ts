import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pushKeys } from './push-keys.ts';

test('pushKeys stores one key pair readable only by its owner, and none when the operator has set keys', () => {
  const folder = mkdtempSync(join(tmpdir(), 'push-keys-'));
  const env = { DATA_ROOT: folder };
  const keys = pushKeys(env);
  assert.match(keys.VAPID_PUBLIC_KEY ?? '', /^[\w-]{87}$/);
  assert.match(keys.VAPID_PRIVATE_KEY ?? '', /^[\w-]{43}$/);
  assert.deepEqual(pushKeys(env), keys);
  assert.equal(statSync(join(folder, 'keys', 'push.env')).mode & 0o077, 0);
  const own = mkdtempSync(join(tmpdir(), 'push-keys-'));
  assert.deepEqual(pushKeys({ DATA_ROOT: own, VAPID_PUBLIC_KEY: 'a', VAPID_PRIVATE_KEY: 'b' }), {});
  assert.deepEqual(readdirSync(own), []);
});
