import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KnownDevices, newDeviceKey } from './known-devices.ts';

const USER = { id: 'one', password_hash: 'hash' };
const HTTPS = 'https://care.example.org';
const cookieOf = (header: string | undefined) => (header ?? '').split(';', 1)[0] ?? '';

describe('known devices', () => {
  const devices = new KnownDevices(newDeviceKey(), HTTPS);
  const cookie = cookieOf(devices.remember(undefined, USER));

  it('are recognised for their account until it gets a new password', () => {
    assert.ok(devices.recognise(cookie, USER));
    assert.equal(devices.recognise(cookie, { ...USER, password_hash: 'new' }), undefined);
    assert.equal(devices.recognise(cookie, { ...USER, id: 'two' }), undefined);
    assert.equal(devices.recognise(cookie, undefined), undefined);
  });

  it('are not recognised by a forged, shortened or damaged cookie', () => {
    const forged = cookieOf(new KnownDevices(newDeviceKey(), HTTPS).remember(undefined, USER));
    const [first = '', second = ''] = cookie.split('.');
    for (const wrong of [forged, first, `${first}.${second.slice(1)}`, `${first}.${'A'.repeat(43)}`, 'a=b', ''])
      assert.equal(devices.recognise(wrong, USER), undefined, wrong);
  });

  it('keep the browser of a registration, and remember its last 5 accounts', () => {
    const registered = devices.register(undefined);
    let kept = cookieOf(registered?.setCookie);
    assert.equal(devices.browserOf(kept), registered?.browser);
    const users = Array.from({ length: 6 }, (_, index) => ({ ...USER, id: String(index) }));
    for (const user of users) kept = cookieOf(devices.remember(kept, user));
    const recognised = users.filter((user) => devices.recognise(kept, user)).map(({ id }) => id);
    assert.deepEqual(recognised, ['1', '2', '3', '4', '5']);
    assert.equal(devices.browserOf(kept), registered?.browser);
  });

  it('get a cookie that no script reads and no other host sets', () => {
    const header = devices.remember(undefined, USER) ?? '';
    assert.match(
      header,
      /^__Host-lodestar-device=[\w-]{22}\.[\w-]{43}; Path=\/; Max-Age=\d+; SameSite=Lax; HttpOnly; Secure$/,
    );
    const local = new KnownDevices(newDeviceKey(), 'http://localhost:3000').remember(undefined, USER);
    assert.match(local ?? '', /^lodestar-device=.*HttpOnly$/);
  });

  it('do not exist without a key', () => {
    const none = new KnownDevices(undefined, HTTPS);
    assert.deepEqual([none.register(undefined), none.remember(undefined, USER)], [undefined, undefined]);
    assert.equal(none.recognise(cookie, USER), undefined);
  });
});
