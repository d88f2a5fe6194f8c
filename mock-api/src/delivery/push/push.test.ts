import assert from 'node:assert/strict';
import { createECDH } from 'node:crypto';
import { describe, it } from 'node:test';
import { BROWSER_SERVICES, mayPushTo } from '../../config/channels.ts';
import { createVapidKeys, isKeyPair, isPoint } from '../../security/vapid.ts';
import { encryptPush, sealSubscription, unsealSubscription } from './encryption.ts';

/** Example of RFC 8291, section 5 and appendix A. */
const EXAMPLE = {
  text: 'When I grow up, I want to be a watermelon',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  sender: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

describe('encryptPush', () => {
  it('encryptPush reproduces the example in the standard', () => {
    const sender = createECDH('prime256v1');
    sender.setPrivateKey(Buffer.from(EXAMPLE.sender, 'base64url'));
    const fixed = { sender, salt: Buffer.from(EXAMPLE.salt, 'base64url'), paddedLength: 0 };
    assert.equal(encryptPush(EXAMPLE.text, EXAMPLE, fixed).toString('base64url'), EXAMPLE.body);
  });

  it('pads all messages to the same length and encrypts no two alike', () => {
    const [short, long, again] = ['a', 'b'.repeat(1_000), 'a'].map((text) => encryptPush(text, EXAMPLE));
    assert.equal(short?.length, long?.length);
    assert.notDeepEqual(short, again);
    assert.throws(() => encryptPush('c'.repeat(1_025), EXAMPLE), RangeError);
  });
});

describe('sender keys', () => {
  it('isPair and isPoint reject mismatched and invalid keys', () => {
    const [keys, others] = [createVapidKeys(), createVapidKeys()];
    assert.ok(isKeyPair(keys) && isPoint(keys.publicKey));
    assert.ok(!isKeyPair({ ...keys, publicKey: others.publicKey }));
    assert.ok(!isKeyPair({ publicKey: 'A'.repeat(87), privateKey: 'A'.repeat(43) }));
    assert.ok(!isPoint(keys.publicKey.slice(2)));
  });

  it('only the sealing keys can open a sealed subscription', () => {
    const keys = createVapidKeys();
    const subscription = { endpoint: 'https://push.example.org/1', keys: { p256dh: 'a', auth: 'b' } };
    const sealed = sealSubscription(keys, subscription);
    assert.deepEqual(unsealSubscription(keys, sealed), subscription);
    assert.doesNotMatch(Buffer.from(sealed, 'base64url').toString('latin1'), /example/);
    assert.equal(unsealSubscription(createVapidKeys(), sealed), undefined);
    assert.equal(unsealSubscription(keys, `${sealed.slice(0, -4)}AAAA`), undefined);
  });
});

it('mayPushTo accepts the services of browsers only', () => {
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://web.push.apple.com/QGx',
    'https://wns2-par02p.notify.windows.com/w/?token=x',
  ])
    assert.ok(mayPushTo(endpoint, BROWSER_SERVICES), endpoint);
  for (const endpoint of [
    'https://a.b.notify.windows.com/w',
    'https://notify.windows.com/w',
    'http://fcm.googleapis.com/fcm',
    'https://fcm.googleapis.com:8443/fcm',
    'https://fcm.googleapis.com@10.0.0.1/',
    'https://user@fcm.googleapis.com/',
    'https://fcm.googleapis.com.example.org/',
    'https://127.0.0.1/',
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
    'nothing',
  ])
    assert.ok(!mayPushTo(endpoint, BROWSER_SERVICES), endpoint);
});
