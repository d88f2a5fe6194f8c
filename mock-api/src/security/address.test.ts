import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { callerKey } from './address.ts';

describe('a caller', () => {
  const same = (one: string, other: string) => callerKey(one) === callerKey(other);

  it('is an IPv4 address in any notation', () => {
    assert.ok(same('203.0.113.7', '::ffff:203.0.113.7'));
    assert.ok(!same('203.0.113.7', '203.0.113.8'));
  });

  it('an IPv6 /64 network counts as one caller', () => {
    assert.ok(same('2001:db8:1:2::1', '2001:0db8:0001:0002:ffff:ffff:ffff:fffe'));
    assert.ok(same('2001:db8::1', '2001:db8::2'));
    assert.ok(same('fe80::1%eth0', 'fe80::2'));
    assert.ok(!same('2001:db8:1:2::1', '2001:db8:1:3::1'));
  });

  it('is identified by a key that does not contain the address', () => {
    assert.match(callerKey('203.0.113.7'), /^[0-9a-f]{32}$/);
  });
});
