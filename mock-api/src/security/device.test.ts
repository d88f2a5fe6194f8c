import assert from 'node:assert/strict';
import { it } from 'node:test';
import { deviceOf } from './device.ts';

const MOZILLA = 'Mozilla/5.0';

it('deviceOf names the browser and the system, without version or model', () => {
  const cases: [string | undefined, string | null][] = [
    [`${MOZILLA} (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36`, 'Chrome/Linux'],
    [`${MOZILLA} (Windows NT 10.0; Win64; x64) Chrome/156.0 Safari/537.36 Edg/156.0`, 'Edge/Windows'],
    [`${MOZILLA} (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1`, 'Safari/iPhone'],
    [`${MOZILLA} (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0`, 'Firefox/Android'],
    [`${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15`, 'Safari/macOS'],
    ['curl/8.9.1', null],
    ['x'.repeat(100_000), null],
    [undefined, null],
  ];
  for (const [userAgent, device] of cases) assert.equal(deviceOf(userAgent), device);
});
