import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  COHORTS,
  cohortCookie,
  cohortOf,
  drawCohort,
  noOverrideCookie,
  overrideCookie,
  overrideTokenOf,
} from './browser.ts';

describe('the cohort of a browser', () => {
  it('is a whole number below 10,000 in its cookie, and unknown otherwise', () => {
    for (const cohort of [0, 417, 9999]) {
      assert.equal(cohortOf(`theme=dark; lodestar-cohort=${cohort};x=1`, false), cohort);
      for (const https of [false, true])
        assert.equal(cohortOf(cohortCookie(cohort, https).split(';')[0], https), cohort);
    }
    const values = ['', '10000', '-1', '007', '1.5', '5e2', 'x', '5 5', '"5"', '%35'];
    for (const cookie of [
      undefined,
      '',
      'other-lodestar-cohort=5',
      ...values.map((value) => `lodestar-cohort=${value}`),
    ])
      assert.equal(cohortOf(cookie, false), undefined, cookie);
  });

  it('over https cannot be set by another host name, nor can a test version', () => {
    assert.equal(cohortOf('lodestar-cohort=417', true), undefined);
    assert.equal(overrideTokenOf('lodestar-override=token', true), undefined);
    for (const cookie of [cohortCookie(7, true), overrideCookie('token', 0, true), noOverrideCookie(true)])
      assert.match(cookie, /^__Host-lodestar-[a-z]+=[^;]*; Path=\/; .*; Secure$/);
  });

  it('the cohort cookie lasts a year and is Secure over HTTPS', () => {
    const attributes = 'Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly';
    assert.equal(cohortCookie(7, false), `lodestar-cohort=7; ${attributes}`);
    assert.equal(cohortCookie(7, true), `__Host-lodestar-cohort=7; ${attributes}; Secure`);
  });

  it('is in the lowest tenth for 9 to 11 % of 100,000 draws', () => {
    const drawn = Array.from({ length: 100_000 }, drawCohort);
    assert.ok(drawn.every((cohort) => Number.isInteger(cohort) && cohort >= 0 && cohort < COHORTS));
    const inside = drawn.filter((cohort) => cohort < COHORTS / 10).length;
    assert.ok(inside >= 9_000 && inside <= 11_000, `${inside} of 100,000`);
  });
});
