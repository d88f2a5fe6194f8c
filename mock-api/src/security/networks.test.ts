import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isNetwork, networksOf } from './networks.ts';

describe('networks of an operator', () => {
  it('are addresses or ranges of either family', () => {
    for (const text of ['198.51.100.7', '198.51.100.0/24', '0.0.0.0/0', '2001:db8::1', '2001:db8:7::/48']) {
      assert.ok(isNetwork(text), text);
    }
    for (const text of [
      '',
      'ward',
      '198.51.100.0/33',
      '2001:db8::/129',
      '198.51.100.0/',
      '198.51.100.0/24/8',
      '300.1.1.1',
    ]) {
      assert.ok(!isNetwork(text), text);
    }
  });

  it('hold the addresses within them and no others, an IPv4 address in its IPv6 form too', () => {
    const networks = networksOf(['198.51.100.0/24', '203.0.113.7', '2001:db8:7::/48']);
    for (const address of ['198.51.100.0', '198.51.100.255', '::ffff:198.51.100.9', '203.0.113.7', '2001:db8:7:1::5']) {
      assert.ok(networks.has(address), address);
    }
    for (const address of ['198.51.101.0', '203.0.113.8', '2001:db8:8::1', 'unknown', '']) {
      assert.ok(!networks.has(address), address);
    }
    assert.ok(!networksOf([]).has('198.51.100.7'));
  });
});
